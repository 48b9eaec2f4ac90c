import { useQuery } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '@vedette/contract/call'
import {
  deleteIdentityProvider,
  identityProvider,
  setIdentityProvider,
} from '@vedette/contract/calls/outer-login'
import { FieldFault } from '@vedette/contract/refusals'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { say } from '../../ui/toasts.ts'
import { type Faults, useFormFaults } from '../../ui/use-form-faults.ts'
import { ask, send } from '../../wire/send.ts'
import { type GroupRole, GroupRoles } from './GroupRoles.tsx'
import { useAccountsChanged } from './queries.ts'
import { type ChosenRegions, RegionsField, regionsBody } from './RegionBinding.tsx'

type Shown = ReplyOf<typeof identityProvider>
type Provider = NonNullable<Shown['Provider']>

export function SingleSignOnButton(): ReactNode {
  const t = useT()
  const [open, setOpen] = useState<'settings' | { name: string; accounts: number }>()
  const changed = useAccountsChanged()
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen('settings')}>
        {t('singleSignOn.title')}
      </button>
      {open === 'settings' && (
        <SingleSignOn
          // The question may have taken its place.
          onClose={() => setOpen((now) => (now === 'settings' ? undefined : now))}
          onDelete={(name, accounts) => setOpen({ name, accounts })}
        />
      )}
      {open && open !== 'settings' && (
        <Confirm
          title={t('singleSignOn.delete')}
          confirmLabel={t('singleSignOn.delete')}
          isDestructive
          onConfirm={async () => {
            await send(deleteIdentityProvider, {})
            await changed()
          }}
          onClose={() => setOpen(undefined)}
        >
          {t('singleSignOn.deleteAsk', { name: open.name, count: open.accounts })}
        </Confirm>
      )}
    </>
  )
}

interface Props {
  onClose: () => void
  onDelete: (name: string, accounts: number) => void
}

/** The company's identity provider: who it is, and what its groups give here. */
function SingleSignOn({ onClose, onDelete }: Props): ReactNode {
  const t = useT()
  const { data, isError, refetch } = useQuery({
    queryKey: [identityProvider.path],
    queryFn: ({ signal }) => send(identityProvider, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title={t('singleSignOn.title')} kind="drawer" onClose={onClose}>
      {(close) =>
        data ? (
          <ProviderForm shown={data} onClose={close} onDelete={onDelete} />
        ) : (
          <NotYet isFailed={isError} onRetry={() => void refetch()} shape="form" />
        )
      }
    </Dialog>
  )
}

const NEW: Provider = {
  Name: '',
  Issuer: '',
  ClientID: '',
  Scopes: 'openid profile email',
  GroupsClaim: 'groups',
  Roles: [],
  MakesAccounts: true,
  AllRegions: true,
  GIDs: [],
  Future: true,
  IsOn: true,
  EndsSession: true,
  HasSecret: false,
}

type TextName = 'Name' | 'Issuer' | 'ClientID' | 'Scopes' | 'GroupsClaim'

function ProviderForm({ shown, onClose, onDelete }: { shown: Shown } & Props): ReactNode {
  const t = useT()
  const { Provider: stored, RedirectUri, Accounts } = shown
  const [values, setValues] = useState(stored ?? NEW)
  const [secret, setSecret] = useState('')
  const [roles, setRoles] = useState<readonly GroupRole[]>(() =>
    values.Roles.map((role, at) => ({ ...role, key: at })),
  )
  const [regions, setRegions] = useState<ChosenRegions>(
    values.AllRegions ? undefined : { gids: values.GIDs, isWithFuture: values.Future },
  )
  const { faults, isBusy, attempt, setFaults } = useFormFaults()

  const faultsHere = (): Faults => ({
    ...Object.fromEntries(
      (['Name', 'Issuer', 'ClientID', 'GroupsClaim'] as const).flatMap((field) =>
        values[field].trim() ? [] : [[field, t('singleSignOn.missing')]],
      ),
    ),
    ...(roles.some(({ Group, RoleID }) => !Group.trim() || !RoleID) && {
      Roles: t('singleSignOn.groupMissing'),
    }),
    ...(regions?.gids.length === 0 && { GIDs: t('accounts.regionMissing') }),
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const found = faultsHere()
    if (Object.keys(found).length > 0) return setFaults(found)
    const { HasSecret: _shownAlone, ...provider } = values
    const body: BodyOf<typeof setIdentityProvider> = {
      ...provider,
      ...(secret ? { ClientSecret: secret } : {}),
      Roles: roles.map(({ Group, RoleID }) => ({ Group, RoleID })),
      ...regionsBody(regions),
    }
    await attempt(
      SHOWN_AT,
      async () => {
        await ask(setIdentityProvider, body)
        say('success', t('singleSignOn.saved'))
        onClose()
      },
      ({ body: told }) => FieldFault.safeParse(told).data?.Field.split('.', 1)[0] ?? '',
    )
  }
  const text = (field: TextName, label: string, more = {}): ReactNode => (
    <TextField
      label={label}
      isRequired
      spellCheck={false}
      value={values[field]}
      fault={faults[field]}
      onType={(value) => setValues({ ...values, [field]: value })}
      {...more}
    />
  )
  return (
    <form
      className="dialog-form provider-form"
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
    >
      <p>{t('singleSignOn.text')}</p>
      <p className="field">
        <span>{t('singleSignOn.redirect')}</span>
        <code>{RedirectUri}</code>
      </p>
      {text('Name', t('singleSignOn.name'), { hint: t('singleSignOn.nameHint'), maxLength: 50 })}
      {text('Issuer', t('singleSignOn.issuer'), { hint: t('singleSignOn.issuerHint'), inputMode: 'url' })}
      {text('ClientID', t('singleSignOn.client'))}
      <TextField
        label={t('singleSignOn.secret')}
        type="password"
        autoComplete="new-password"
        hint={values.HasSecret ? t('singleSignOn.secretKept') : undefined}
        value={secret}
        fault={faults['ClientSecret']}
        onType={setSecret}
      />
      {text('Scopes', t('singleSignOn.scopes'))}
      {text('GroupsClaim', t('singleSignOn.claim'), { hint: t('singleSignOn.claimHint') })}
      <GroupRoles roles={roles} fault={faults['Roles']} onChange={setRoles} />
      <Switch
        label={t('singleSignOn.makes')}
        isOn={values.MakesAccounts}
        onSwitch={(MakesAccounts) => setValues({ ...values, MakesAccounts })}
      />
      {values.MakesAccounts && (
        <>
          <p className="field-hint">{t('singleSignOn.makesHint')}</p>
          <RegionsField chosen={regions} fault={faults['GIDs']} onChoose={setRegions} />
        </>
      )}
      <Switch
        label={t('singleSignOn.isOn')}
        isOn={values.IsOn}
        onSwitch={(IsOn) => setValues({ ...values, IsOn })}
      />
      <Switch
        label={t('singleSignOn.ends')}
        isOn={values.EndsSession}
        onSwitch={(EndsSession) => setValues({ ...values, EndsSession })}
      />
      {values.EndsSession && <p className="field-hint">{t('singleSignOn.endsHint')}</p>}
      {stored && <p className="field-hint">{t('singleSignOn.changeHint')}</p>}
      <p className="fault" role="alert">
        {faults['']}
      </p>
      <div className="dialog-actions">
        {stored && (
          <button
            type="button"
            className="button button-danger"
            onClick={() => onDelete(stored.Name, Accounts)}
          >
            {t('singleSignOn.delete')}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {t('ui.cancel')}
        </button>
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t(isBusy ? 'singleSignOn.checking' : 'ui.save')}
        </button>
      </div>
    </form>
  )
}

/** The fields that show their own fault. */
const SHOWN_AT = ['Name', 'Issuer', 'ClientID', 'ClientSecret', 'Scopes', 'GroupsClaim', 'Roles', 'GIDs']
