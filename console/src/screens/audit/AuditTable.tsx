import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isAuditDetail, isAuditWord } from '@vedette/contract/audit-details'
import { AUDIT_OUTCOMES, type AuditEntry, auditExport, auditList } from '@vedette/contract/calls/audit'
import { nameOfCode } from '@vedette/contract/codes'
import { auditedActions, titleOf } from '@vedette/contract/titles'
import { type ReactNode, useState } from 'react'

import { type CompanyTime, useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { spanOfDays } from '../../app/zoned-time.ts'
import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { actionTitlesIn, ownLanguageFor } from '../../i18n/packs.ts'
import { codeText } from '../../i18n/translate.ts'
import { ComboBox } from '../../ui/aria/ComboBox.tsx'
import { MultiSelect } from '../../ui/aria/MultiSelect.tsx'
import { type DayRange, DateRangePicker } from '../../ui/date/DatePicker.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { grantText } from '../../ui/grant-names.ts'
import { Listing } from '../../ui/Listing.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { send } from '../../wire/send.ts'
import { useAccountOptions, useDeviceOptions } from './queries.tsx'

const TARGETS_SHOWN = 3

type Outcome = AuditEntry['Outcome']

export function AuditTable(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const timeZone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const language = useLanguage((it) => it.language)
  const { search, pager, paging, Keyword, fromFirstPage } = usePagedSearch(20)
  const [days, setDays] = useState<DayRange>()
  const [accountId, setAccountId] = useState('')
  const [did, setDid] = useState('')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  /** Each by the first of its paths. */
  const [chosenActions, setChosenActions] = useState<readonly string[]>([])
  const titles = actionTitlesIn(language)
  const actions = auditedActions(titles)
  const span = days && spanOfDays(timeZone, days)
  const filter = {
    Keyword,
    AccountID: accountId || undefined,
    DID: did || undefined,
    Outcomes: outcomes.length > 0 ? [...outcomes] : undefined,
    Paths:
      chosenActions.length > 0
        ? actions.flatMap(({ paths }) => (chosenActions.includes(paths[0] ?? '') ? paths : []))
        : undefined,
    From: span?.from,
    Until: span?.to,
  }
  const isFiltered = Object.values(filter).some((it) => it !== undefined)
  const active = [accountId, did, days, chosenActions[0], outcomes[0]].filter(Boolean).length
  const clear = (): void => {
    search.onType('')
    setDays(undefined)
    setAccountId('')
    setDid('')
    setOutcomes([])
    setChosenActions([])
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
          <FoldedFilters active={active}>
            <ComboBox
              label={t('audit.who')}
              isBare
              placeholder={t('audit.anybody')}
              {...people}
              value={accountId}
              onChoose={fromFirstPage(setAccountId)}
            />
            <ComboBox
              label={t('audit.device')}
              isBare
              placeholder={t('audit.anyDevice')}
              {...devices}
              value={did}
              onChoose={fromFirstPage(setDid)}
            />
            <DateRangePicker
              label={t('audit.time')}
              isBare
              timeZone={timeZone}
              value={days}
              onChange={fromFirstPage(setDays)}
            />
            <MultiSelect
              label={t('audit.what')}
              all={t('audit.anyAction')}
              options={actions.map(({ title, paths: [first = ''] }) => ({ value: first, label: title }))}
              values={chosenActions}
              onChange={fromFirstPage(setChosenActions)}
            />
            <MultiSelect
              label={t('audit.outcome')}
              all={t('audit.anyOutcome')}
              options={AUDIT_OUTCOMES.map((value) => ({ value, label: t(`audit.${value}`) }))}
              values={outcomes}
              onChange={fromFirstPage(setOutcomes)}
            />
            {isFiltered && (
              <button type="button" className="button" onClick={clear}>
                {t('ui.clearFilters')}
              </button>
            )}
          </FoldedFilters>
          <span className="listing-gap" />
          <span className="page-count">{data && t('ui.number', { value: data.Total })}</span>
          <ExportMenu
            fetchFile={(Format) =>
              send(auditExport, { ...filter, Format, Language: ownLanguageFor(language) })
            }
          />
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} isFetching={isFetching} />}
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
            onClear={isFiltered ? clear : undefined}
            drawing="log"
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

const MOMENTS = new Set(['from', 'to', 'at'])

function Details({ row }: { row: AuditEntry }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  return (
    <ul className="rights-list">
      {Object.entries(row.Details).map(([name, value]) => {
        const text = detailText(t, time, name, value)
        return (
          <li key={name}>
            {isAuditDetail(name) ? t(`auditDetail.${name}`) : name}: {text}
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
  const key = `${name}:${text}`
  return isAuditWord(key) ? t(`auditWord.${key}`) : text
}
