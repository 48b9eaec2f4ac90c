import { linkCompany, linkedCompanies, unlinkCompany } from '@vedette/contract/calls/own-account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'
import { useFields } from './use-fields.ts'

export function CompaniesTab(): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [isUnlinking, setUnlinking] = useState(false)
  const linked = useQuery({
    queryKey: [linkedCompanies.path],
    queryFn: ({ signal }) => send(linkedCompanies, {}, { signal }),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: [linkedCompanies.path] })
  const companies = linked.data?.List ?? []
  return (
    <>
      <p>{t('ownAccount.companiesText')}</p>
      {companies.length > 0 && (
        <>
          <ul className="own-account-companies" aria-label={t('ownAccount.companies')}>
            {companies.map((it) => (
              <li key={it.CompanyID}>
                <b>{it.CompanyName}</b> {it.Account}
              </li>
            ))}
          </ul>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => setUnlinking(true)}>
              {t('ownAccount.unlink')}
            </button>
          </div>
        </>
      )}
      <LinkForm
        onLinked={() => {
          say('success', t('ownAccount.linked'))
          void refresh()
        }}
      />
      {isUnlinking && (
        <Confirm
          title={t('ownAccount.unlink')}
          confirmLabel={t('ownAccount.unlink')}
          isDestructive
          onConfirm={async () => {
            await send(unlinkCompany, {})
            await refresh()
          }}
          onClose={() => setUnlinking(false)}
        >
          <p>
            {t('ownAccount.unlinkQuestion', {
              count: companies.length,
              names: companies.map((it) => it.CompanyName).join(t('ui.comma')),
            })}
          </p>
        </Confirm>
      )}
    </>
  )
}

function LinkForm({ onLinked }: { onLinked: () => void }): ReactNode {
  const t = useT()
  const fields = useFields(
    { OwnPassword: '', EnterpriseCode: '', Account: '', Password: '' },
    {
      OwnPassword: t('ownAccount.passwordMissing'),
      EnterpriseCode: t('login.enterpriseMissing'),
      Account: t('login.accountMissing'),
      Password: t('ownAccount.passwordMissing'),
    },
  )
  const [code, setCode] = useState('')
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={fields.onSubmit(async (body) => {
        await send(linkCompany, { ...body, Code: code })
        onLinked()
      })}
    >
      <TextField
        label={t('ownAccount.ownPassword')}
        type="password"
        autoComplete="current-password"
        {...fields.of('OwnPassword')}
      />
      <TextField label={t('ownAccount.otherEnterprise')} {...fields.of('EnterpriseCode')} />
      <TextField label={t('ownAccount.otherAccount')} {...fields.of('Account')} />
      <TextField label={t('ownAccount.otherPassword')} type="password" {...fields.of('Password')} />
      <TextField
        label={t('ownAccount.code')}
        hint={t('ownAccount.codeIfAny')}
        autoComplete="one-time-code"
        value={code}
        onType={setCode}
      />
      <div className="dialog-actions">
        <button type="submit" className="button button-primary" disabled={fields.isBusy}>
          {t('ownAccount.link')}
        </button>
      </div>
    </form>
  )
}
