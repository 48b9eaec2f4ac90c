import {
  type AccountItem,
  addAccount,
  Email,
  Phone,
  updateAccountInfo,
  updateUserAccount,
  USER_NAME_MAX,
} from '@vedette/contract/calls/account'
import type { RoleItem } from '@vedette/contract/calls/role'
import { invite } from '@vedette/contract/calls/invitation'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCan, useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { reasonText } from '../../i18n/reason-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { say } from '../../ui/toasts.ts'
import { type Faults, useFormFaults } from '../../ui/use-form-faults.ts'
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
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const type = (field: keyof typeof values) => (value: string) => {
    setValues({ ...values, [field]: value })
    const { [field]: _mended, ...others } = faults
    setFaults(others)
  }

  const faultsHere = (): Faults => ({
    ...(!account && !values.Account.trim() && { Account: t('accounts.accountMissing') }),
    ...(!values.Name.trim() && { Name: t('accounts.nameMissing') }),
    ...(!Phone.safeParse(values.Phone).success && { Phone: reasonText(language, 'phoneForm') }),
    ...(isInvited && !values.Phone.trim() && !values.Email.trim() && { Email: t('accounts.reachMissing') }),
    ...(!Email.safeParse(values.Email).success && { Email: reasonText(language, 'wrongForm') }),
    ...(!values.RoleID && { RoleID: t('accounts.roleMissing') }),
    ...(regions?.gids.length === 0 && { GIDs: t('accounts.regionMissing') }),
  })
  const save = async (): Promise<{ issued: string } | undefined> => {
    const { Account, Password, RoleID, ...own } = values
    if (!account) {
      const body = { Account, RoleID, ...own, ...regionsBody(regions) }
      if (isInvited) return tellSent(t, await send(invite, body))
      const reply = await send(addAccount, { ...body, Password })
      return reply.Password ? { issued: reply.Password } : undefined
    }
    const { AccountID } = account
    // The role first: where it is refused, nothing has changed yet.
    if (RoleID !== account.RoleID) await send(updateUserAccount, { AccountID, RoleID })
    if (own.Name !== account.Name || own.Phone !== account.Phone || own.Email !== account.Email)
      await send(updateAccountInfo, { AccountID, ...own })
    return undefined
  }
  const submit = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const found = faultsHere()
    if (Object.keys(found).length > 0) return setFaults(found)
    const saving = async (): Promise<void> => {
      const made = await save()
      if (account || !isInvited) say('success', t('accounts.saved'))
      await changed()
      if (made) onIssued?.(values.Account, made.issued)
      else close()
    }
    await attempt(SHOWN_AT, saving, faultyFieldOf)
  }

  const text = (field: 'Account' | 'Name' | 'Phone' | 'Email', label: string, more = {}): ReactNode => (
    <TextField label={label} value={values[field]} fault={faults[field]} onType={type(field)} {...more} />
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
            fault={faults['RoleID']}
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
              fault={faults['Password']}
              onType={type('Password')}
            />
          )}
          {!account && mayEditRegions && (
            <RegionsField chosen={regions} fault={faults['GIDs']} onChoose={setRegions} />
          )}
          <FormEnd
            fault={faults['']}
            isBusy={isBusy}
            submit={t(isInvited ? 'accounts.invite' : 'ui.save')}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  )
}

/** The fields that show their own fault. */
const SHOWN_AT = ['Account', 'Name', 'Phone', 'Email', 'RoleID', 'Password', 'GIDs']
