import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AUDIT_OUTCOMES, type AuditEntry, auditExport, auditList } from '@vedette/contract/calls/audit'
import { nameOfCode } from '@vedette/contract/codes'
import { auditedActions, titleOf } from '@vedette/contract/titles'
import { type ReactNode, useState } from 'react'

import { type CompanyTime, useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { actionTitlesIn, ownLanguageFor } from '../../i18n/packs.ts'
import { codeText, type PlainTextKey } from '../../i18n/translate.ts'
import { ComboBox } from '../../ui/aria/ComboBox.tsx'
import { type DayRange, DateRangePicker } from '../../ui/date/DatePicker.tsx'
import { grantText } from '../../ui/grant-names.ts'
import { Listing } from '../../ui/Listing.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { send } from '../../wire/send.ts'
import { useAccountOptions, useDeviceOptions } from './queries.ts'

const DAY_MS = 86_400_000
const TARGETS_SHOWN = 3

type Outcome = AuditEntry['Outcome']

export function AuditTable(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const timeZone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const language = useLanguage((it) => it.language)
  const { search, pager, paging, Keyword, toFirstPage } = usePagedSearch(20)
  const [days, setDays] = useState<DayRange>()
  const [accountId, setAccountId] = useState('')
  const [did, setDid] = useState('')
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const [action, setAction] = useState('')
  const titles = actionTitlesIn(language)
  const actions = auditedActions(titles)
  const until = days && time.startOf(days.to)
  const filter = {
    // A device is named by its id, which the log's search finds too.
    Keyword: did || Keyword,
    AccountID: accountId || undefined,
    Outcome: outcome || undefined,
    Paths: actions.find(({ paths }) => paths[0] === action)?.paths,
    From: days && time.startOf(days.from),
    Until: until === undefined ? undefined : until + DAY_MS,
  }
  const query = { ...filter, ...paging }
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [auditList.path, query],
    queryFn: ({ signal }) => send(auditList, query, { signal }),
    placeholderData: keepPreviousData,
  })
  const [people, devices] = [useAccountOptions(), useDeviceOptions()]
  return (
    <Listing
      toolbar={
        <>
          <SearchField label={t('audit.search')} {...search} />
          <ComboBox
            label={t('audit.who')}
            isBare
            placeholder={t('audit.anybody')}
            options={people}
            value={accountId}
            onChoose={(chosen) => {
              setAccountId(chosen)
              toFirstPage()
            }}
          />
          <ComboBox
            label={t('audit.device')}
            isBare
            placeholder={t('audit.anyDevice')}
            options={devices}
            value={did}
            onChoose={(chosen) => {
              setDid(chosen)
              toFirstPage()
            }}
          />
          <DateRangePicker
            label={t('audit.time')}
            isBare
            timeZone={timeZone}
            value={days}
            onChange={(chosen) => {
              setDays(chosen)
              toFirstPage()
            }}
          />
          <select
            className="input"
            aria-label={t('audit.what')}
            value={action}
            onChange={({ currentTarget }) => {
              setAction(currentTarget.value)
              toFirstPage()
            }}
          >
            <option value="">{t('audit.anyAction')}</option>
            {actions.map(({ title, paths: [first] }) => (
              <option key={first} value={first}>
                {title}
              </option>
            ))}
          </select>
          <select
            className="input"
            aria-label={t('audit.outcome')}
            value={outcome}
            onChange={({ currentTarget }) => {
              setOutcome(AUDIT_OUTCOMES.find((it) => it === currentTarget.value) ?? '')
              toFirstPage()
            }}
          >
            <option value="">{t('audit.anyOutcome')}</option>
            {AUDIT_OUTCOMES.map((it) => (
              <option key={it} value={it}>
                {t(`audit.${it}`)}
              </option>
            ))}
          </select>
          <span className="listing-gap" />
          <ExportButton
            label={t('audit.export')}
            busyLabel={t('audit.exporting')}
            fetchFile={() => send(auditExport, { ...filter, Language: ownLanguageFor(language) })}
          />
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} />}
    >
      <DataTable
        label={t('audit.log')}
        rows={data?.List ?? []}
        keyOf={(row) => String(row.Seq)}
        nameOf={(row) => `${titleOf(row.Path, titles)} ${row.Seq}`}
        isLoading={isFetching}
        empty={
          <NothingListed
            failed={{ isSo: isError, title: t('audit.loadFailed'), onRetry: () => void refetch() }}
            title={t('audit.empty')}
            text={t('audit.emptyText')}
          />
        }
        columns={[
          {
            key: 'Time',
            head: t('audit.time'),
            cell: (row) => `${time.day(row.Time)} ${time.clock(row.Time)}`,
          },
          { key: 'Account', head: t('audit.who'), cell: (row) => row.Account },
          { key: 'Address', head: t('audit.address'), cell: (row) => row.Address },
          { key: 'Path', head: t('audit.what'), cell: (row) => titleOf(row.Path, titles) },
          { key: 'Targets', head: t('audit.whom'), cell: (row) => targetsText(t, row) },
          {
            key: 'Outcome',
            head: t('audit.outcome'),
            cell: (row) => (
              <>
                {row.Outcome === 'done' ? (
                  t('audit.done')
                ) : (
                  <span className="tag" data-kind="off">
                    {t(`audit.${row.Outcome}`)}
                  </span>
                )}
                {row.Code && ` ${codeText(language, row.Code, nameOfCode(row.Code))}`}
              </>
            ),
          },
        ]}
        unfolded={(row) => (Object.keys(row.Details).length > 0 ? <Details row={row} /> : undefined)}
      />
    </Listing>
  )
}

function targetsText(t: Translate, { Targets, Count }: AuditEntry): string {
  const names = Targets.slice(0, TARGETS_SHOWN)
    .map(({ Name, ID }) => Name || ID)
    .join(t('ui.comma'))
  return Count > TARGETS_SHOWN ? t('audit.andMore', { names, count: Count - TARGETS_SHOWN }) : names
}

const DETAILS: Readonly<Record<string, PlainTextKey>> = {
  gained: 'audit.gained',
  issuer: 'singleSignOn.issuer',
  groups: 'audit.groups',
  made: 'audit.made',
  lost: 'audit.lost',
  omitted: 'audit.omitted',
  device: 'audit.device',
  channel: 'audit.channel',
  role: 'audit.role',
  name: 'audit.name',
  person: 'audit.person',
  state: 'accounts.state',
  regions: 'accounts.regions',
  rule: 'audit.rule',
  form: 'audit.form',
  purpose: 'audit.purpose',
  address: 'audit.asked',
  from: 'audit.recordedFrom',
  to: 'audit.recordedTo',
  at: 'audit.recordedAt',
}
/** Values that are words of ours, by the detail whose they are. */
const VALUES: Readonly<Record<string, Readonly<Record<string, PlainTextKey>>>> = {
  rule: { strong: 'accounts.strongRule', simple: 'accounts.simpleRule' },
  made: { account: 'audit.account' },
  state: { disabled: 'accounts.disabled', active: 'accounts.active' },
  regions: {
    all: 'accounts.regionAll',
    withFuture: 'audit.regionsWithFuture',
    some: 'audit.regionsNamed',
  },
  purpose: { login: 'audit.purposeLogin', reset: 'audit.purposeReset' },
  form: { play: 'audit.formPlay', file: 'audit.formFile', keys: 'audit.formKeys' },
}
const MOMENTS = new Set(['from', 'to', 'at'])

function Details({ row }: { row: AuditEntry }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  return (
    <ul className="rights-list">
      {Object.entries(row.Details).map(([name, value]) => {
        const key = DETAILS[name]
        const text = detailText(t, time, name, value)
        return (
          <li key={name}>
            {key ? t(key) : name}: {text}
          </li>
        )
      })}
    </ul>
  )
}

function detailText(
  t: Translate,
  time: CompanyTime,
  name: string,
  value: AuditEntry['Details'][string] | undefined,
): string {
  if (Array.isArray(value)) return value.map((grant) => grantText(t, grant)).join(t('ui.comma')) || '–'
  const text = String(value)
  const at = MOMENTS.has(name) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return `${time.day(at)} ${time.clock(at)}`
  const key = VALUES[name]?.[text]
  return key ? t(key) : text
}
