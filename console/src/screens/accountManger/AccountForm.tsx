import {
  type AccountItem,
  addAccount,
  updateAccountInfo,
  updateUserAccount,
  USER_NAME_MAX,
} from '@vedette/contract/calls/account'
import type { RoleItem } from '@vedette/contract/calls/role'
import { invite } from '@vedette/contract/calls/invitation'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCan, useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { faultyFieldOf } from './faulty-field.ts'
import { useAccountsChanged } from './queries.ts'
import { tellSent } from './Invitations.tsx'
import { type ChosenRegions, RegionsField, regionsBody } from './RegionBinding.tsx'

interface Props {
  /** Undefined: a new one. */
  account?: AccountItem
  roles: readonly RoleItem[]
  onClose: () => void
  onIssued?: (name: string, password: string) => void
}

interface Fault {
  field: string
  text: string
}

/** Adds an account, or changes what one is called and may do. */
export function AccountForm({ account, roles, onClose, onIssued }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const code = useSession(({ user }) => user?.currentAccount.split('_', 1)[0] ?? '')
  const mayEditRegions = useCan('accountManger', 'add')
  const changed = useAccountsChanged()
  const [values, setValues] = useState({
    Account: '',
    Name: account?.Name ?? '',
    Phone: account?.Phone ?? '',
    Email: account?.Email ?? '',
    Password: '',
    RoleID: account?.RoleID ?? '',
  })
  const [isInvited, setInvited] = useState(false)
  const [regions, setRegions] = useState<ChosenRegions>()
  const [fault, setFault] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  const type = (field: keyof typeof values) => (value: string) => {
    setValues({ ...values, [field]: value })
    if (fault?.field === field) setFault(undefined)
  }
  const faultAt = (field: string): string | undefined => (fault?.field === field ? fault.text : undefined)

  const missing = (): Fault | undefined => {
    if (!account && !values.Account.trim()) return { field: 'Account', text: t('accounts.accountMissing') }
    if (!values.Name.trim()) return { field: 'Name', text: t('accounts.nameMissing') }
    if (!values.RoleID) return { field: 'RoleID', text: t('accounts.roleMissing') }
    if (isInvited && !values.Phone.trim() && !values.Email.trim())
      return { field: 'Email', text: t('accounts.reachMissing') }
    return undefined
  }
  const save = async (): Promise<{ issued: string } | undefined> => {
    const { Account, Name, Phone, Email, Password, RoleID } = values
    if (!account) {
      const body = { Account, Name, Phone, Email, RoleID, ...regionsBody(regions) }
      if (isInvited) return tellSent(t, await send(invite, body))
      const reply = await send(addAccount, { ...body, Password })
      return reply.Password ? { issued: reply.Password } : undefined
    }
    const { AccountID } = account
    // The role first: where it is refused, nothing has changed yet.
    if (RoleID !== account.RoleID) await send(updateUserAccount, { AccountID, RoleID })
    if (Name !== account.Name || Phone !== account.Phone || Email !== account.Email)
      await send(updateAccountInfo, { AccountID, Name, Phone, Email })
    return undefined
  }
  const submit = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const first = missing()
    if (first) return setFault(first)
    setBusy(true)
    try {
      const made = await save()
      if (account || !isInvited) say('success', t('accounts.saved'))
      await changed()
      if (made) onIssued?.(values.Account, made.issued)
      else close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setFault({ field: faultyFieldOf(cause), text: failureText(language, cause) })
    } finally {
      setBusy(false)
    }
  }

  const text = (field: 'Account' | 'Name' | 'Phone' | 'Email', label: string, more = {}): ReactNode => (
    <TextField label={label} value={values[field]} fault={faultAt(field)} onType={type(field)} {...more} />
  )
  // What the person may not give is not offered; what the account has is.
  const offered = roles.filter((role) => role.Manageable || role.id === account?.RoleID)
  return (
    <Dialog title={t(account ? 'accounts.edit' : 'accounts.add')} kind="drawer" onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void submit(event, close)}
        >
          {account ? (
            <p className="field">
              <span>{t('accounts.account')}</span>
              <b>{account.Account}</b>
            </p>
          ) : (
            text('Account', t('accounts.account'), {
              isRequired: true,
              maxLength: 32,
              hint: t('accounts.accountHint', { code }),
            })
          )}
          {text('Name', t('accounts.name'), { isRequired: true, maxLength: USER_NAME_MAX })}
          {text('Phone', t('accounts.phone'), { type: 'tel' })}
          {text('Email', t('accounts.email'), { type: 'email' })}
          <SelectField
            label={t('accounts.role')}
            isRequired
            value={values.RoleID}
            isDisabled={account?.Self === true || account?.Outer === true}
            hint={account?.Outer ? t('singleSignOn.roleHint') : undefined}
            fault={faultAt('RoleID')}
            options={[
              ...(values.RoleID ? [] : [{ value: '', label: t('ui.choose') }]),
              ...offered.map((role) => ({ value: role.id, label: role.RoleName })),
            ]}
            onChoose={type('RoleID')}
          />
          {!account && <Switch label={t('accounts.byInvitation')} isOn={isInvited} onSwitch={setInvited} />}
          {!account && isInvited && <p className="field-hint">{t('accounts.byInvitationHint')}</p>}
          {!account && !isInvited && (
            <TextField
              label={t('accounts.password')}
              hint={t('accounts.passwordHint')}
              type="password"
              autoComplete="new-password"
              value={values.Password}
              fault={faultAt('Password')}
              onType={type('Password')}
            />
          )}
          {!account && mayEditRegions && (
            <RegionsField chosen={regions} fault={faultAt('GIDs')} onChoose={setRegions} />
          )}
          <FormEnd
            fault={fault && !SHOWN_AT.has(fault.field) ? fault.text : ''}
            isBusy={isBusy}
            submit={t('ui.save')}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  )
}

/** The fields that show their own fault. */
const SHOWN_AT: ReadonlySet<string> = new Set([
  'Account',
  'Name',
  'Phone',
  'Email',
  'RoleID',
  'Password',
  'GIDs',
])
