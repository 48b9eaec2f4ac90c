import { useQuery } from '@tanstack/react-query'
import { getDIDByCtei } from '@vedette/contract/calls/device-config'
import { whyRefused } from '@vedette/contract/calls/rights'
import { roleList } from '@vedette/contract/calls/role'
import type { ReplyOf } from '@vedette/contract/call'
import { CALLS } from '@vedette/contract/catalogue'
import { auditedActions } from '@vedette/contract/titles'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { actionTitlesIn } from '../../i18n/packs.ts'
import { failureText } from '../../i18n/translate.ts'
import { ComboBox } from '../../ui/aria/ComboBox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { ask as askQuietly, send } from '../../wire/send.ts'
import { variants } from '../../wire/settings.ts'
import { useAccountOptions, useDeviceOptions } from './queries.tsx'
import { whyText } from './why-text.ts'

const ROLES_OFFERED = 500
const isTelecom = variants.includes('telecom')

/** What has a page or a feature of its own, or is for administrators. */
const REFUSABLE = new Set<string>(
  CALLS.filter(({ access }) => access !== 'public' && access !== 'session').map(({ path }) => path),
)

export function WhyRefused(): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const offered = auditedActions(actionTitlesIn(language)).flatMap(({ title, paths }) => {
    const path = paths.find((it) => REFUSABLE.has(it))
    return path === undefined ? [] : [{ value: path, label: title }]
  })
  const [accounts, devices] = [useAccountOptions(), useDeviceOptions()]
  const roles = useQuery({
    queryKey: [roleList.path, 'offered'],
    queryFn: async ({ signal }) => (await send(roleList, { PageSize: ROLES_OFFERED }, { signal })).List,
  })
  const [accountId, setAccountId] = useState('')
  const [previewed, setPreviewed] = useState('')
  const [path, setPath] = useState(offered[0]?.value ?? '')
  const [did, setDid] = useState('')
  const [fault, setFault] = useState<string>()
  const [told, setTold] = useState<{ account: string; verdict: ReplyOf<typeof whyRefused> }>()
  const isListed = did === '' || devices.options.some(({ value }) => value === did)
  const ask = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const account = accounts.options.find((it) => it.value === accountId)
    if (!account) return setFault(t('audit.chooseAccount'))
    try {
      const ID = did.trim() === '' ? '' : await didOf(did)
      const verdict = await send(whyRefused, {
        AccountID: accountId,
        Path: path,
        Things: ID ? [{ Kind: 'device', ID }] : [],
        ...(previewed ? { PreviewRoleID: previewed } : {}),
      })
      setTold({ account: account.label, verdict })
      setFault(undefined)
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setTold(undefined)
      setFault(failureText(language, cause))
    }
  }
  return (
    <div className="listing audit-why">
      <form className="audit-form" onSubmit={(event) => void ask(event)}>
        <ComboBox
          label={t('audit.account')}
          isRequired
          placeholder={t('audit.chooseAccount')}
          {...accounts}
          value={accountId}
          fault={fault}
          onChoose={setAccountId}
        />
        <ComboBox
          label={t('audit.action')}
          isRequired
          options={offered}
          value={path}
          onChoose={(chosen) => setPath(chosen || path)}
        />
        <ComboBox
          label={t('audit.optionalDevice')}
          placeholder={t('audit.noDevice')}
          options={isListed ? devices.options : [...devices.options, { value: did, label: did }]}
          onType={devices.onType}
          value={did}
          onChoose={setDid}
          // The id of one that is not in the list, such as another company's.
          onMake={setDid}
          makeText={(id) => t(isTelecom ? 'audit.byCtei' : 'audit.byId', { id })}
        />
        <SelectField
          label={t('audit.askedAs')}
          value={previewed}
          options={[
            { value: '', label: t('audit.asItself') },
            ...(roles.data ?? []).map(({ id, RoleName }) => ({
              value: id,
              label: t('audit.asPreview', { role: RoleName }),
            })),
          ]}
          onChoose={setPreviewed}
        />
        <div className="dialog-actions">
          <button type="submit" className="button button-primary">
            {t('audit.ask')}
          </button>
        </div>
      </form>
      <div>
        <div role="status">
          {told && (
            <section className="audit-verdict" data-admitted={told.verdict.Admitted}>
              <b>{t(told.verdict.Admitted ? 'audit.may' : 'audit.mayNot', { account: told.account })}</b>
              <p>{whyText(t, told.verdict)}</p>
            </section>
          )}
        </div>
        {!told && <EmptyState title={t('audit.whyNot')} text={t('audit.whyText')} drawing="role" />}
      </div>
    </div>
  )
}

/** In the telecom variant people know a device by its CTEI; what is none is its id. */
async function didOf(typed: string): Promise<string> {
  const id = typed.trim().toUpperCase()
  if (!isTelecom) return id
  try {
    return (await askQuietly(getDIDByCtei, { Ctei: typed.trim() })).DID
  } catch (cause) {
    if (cause instanceof CallFailure && cause.reason === 'deviceNotQueried') return id
    throw cause
  }
}
