import './exports.css'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ExportItem,
  type ExportPart,
  exportUrl,
  recordExports,
  removeExport,
} from '@vedette/contract/calls/export'
import { METHOD, ProgressBody } from '@vedette/contract/push'
import { type ReactNode, useEffect, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { push } from '../../app/push.ts'
import { REPLAY_PATH } from '../../app/replay-address.ts'
import { useT } from '../../i18n/language.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { downloadFrom } from '../../ui/download-from.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { succeeds } from '../../wire/failure.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { send } from '../../wire/send.ts'
import { dateTime, spanText } from './span-text.ts'

const LOOK_MS = 2000
const MB = 1024 ** 2
const FAULTS = {
  noRecording: 'replay.exportFailedNoRecording',
  tooLarge: 'replay.exportFailedTooLarge',
  diskFull: 'replay.exportFailedDiskFull',
  altered: 'replay.exportFailedAltered',
  unfinished: 'replay.exportFailedUnfinished',
  failed: 'replay.exportFailedFailed',
} as const

/** The page where exports are found again. */
export function ExportsPage(): ReactNode {
  const t = useT()
  return (
    <div className="exports exports-page list-page">
      <PageHead>
        <a className="button" href={`#${REPLAY_PATH}`}>
          {t('page.replay')}
        </a>
      </PageHead>
      <ExportList />
    </div>
  )
}

/** What this person has exported, and how far it is. */
export function ExportList(): ReactNode {
  const t = useT()
  const { data, isError, refetch } = useQuery({
    queryKey: [recordExports.path],
    queryFn: ({ signal }) => send(recordExports, {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.List.some(({ State }) => State === 'running') === true ? LOOK_MS : false,
  })
  useEffect(
    () =>
      push.on(METHOD.progress, (body) => {
        if (ProgressBody.safeParse(body).data?.Kind === 'export') void refetch()
      }),
    [refetch],
  )
  return (
    <>
      {!data && isError && <LoadFailed onRetry={() => void refetch()} />}
      {data?.List.length === 0 && (
        <EmptyState title={t('replay.noExports')} text={t('replay.noExportsText')} drawing="file" />
      )}
      <ul>
        {data?.List.map((item) => (
          <ExportEntry key={item.ExportID} item={item} />
        ))}
      </ul>
      {data && <p className="exports-key">{t('replay.exportKey', { key: data.Key })}</p>}
    </>
  )
}

function ExportEntry({ item }: { item: ExportItem }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const { ExportID, State, Done, Total, Parts } = item
  const remove = (): Promise<boolean> =>
    succeeds(async () => {
      await send(removeExport, { ExportID })
      await queries.invalidateQueries({ queryKey: [recordExports.path] })
    })
  const isRunning = State === 'running'
  return (
    <li className="exports-entry" data-state={State} data-kind={item.Kind}>
      <b>{item.Cameras.map(({ Name }) => Name).join(', ')}</b>
      <span>{spanText(time, item.From, item.To)}</span>
      {item.Note && <span>{item.Note}</span>}
      {isRunning && (
        <label>
          {t(Total === 0 ? 'replay.exportWaits' : 'replay.exportRuns')}
          <progress {...(Total > 0 && { value: Done, max: Total })} />
        </label>
      )}
      {State === 'failed' && <span role="alert">{t(FAULTS[item.Reason || 'failed'])}</span>}
      {Parts.map((part, i) => (
        <PartLine key={part.Name} part={part} onFetch={() => void fetchPart(ExportID, i)} />
      ))}
      <p className="exports-foot">
        <span>{State === 'done' && t('replay.exportUntil', { time: dateTime(time, item.ExpiresAt) })}</span>
        <button
          type="button"
          className="button"
          onBlur={() => setAsks(false)}
          onClick={() => (State === 'done' && !asks ? setAsks(true) : void remove())}
        >
          {t(isRunning ? 'ui.cancel' : asks ? 'replay.exportReallyDelete' : 'replay.exportDelete')}
        </button>
      </p>
    </li>
  )
}

function PartLine({ part, onFetch }: { part: ExportPart; onFetch: () => void }): ReactNode {
  const t = useT()
  return (
    <>
      <button type="button" className="button exports-part" onClick={onFetch}>
        {part.Name} ·{' '}
        {t('replay.megabytes', { count: Math.max(0.1, Math.round((part.Bytes / MB) * 10) / 10) })}
      </button>
      {part.Gaps.length > 0 && (
        <Times told={t('replay.exportGaps', { count: part.Gaps.length / 2 })} spans={part.Gaps} />
      )}
      {part.Filled.length > 0 && (
        <Times told={t('replay.exportFilled', { count: part.Filled.length / 2 })} spans={part.Filled} />
      )}
    </>
  )
}

function Times({ told, spans }: { told: string; spans: readonly number[] }): ReactNode {
  const time = useCompanyTime()
  return (
    <details>
      <summary>{told}</summary>
      <ul>
        {spans.flatMap((from, i) =>
          i % 2 === 0 ? <li key={from}>{spanText(time, from, spans[i + 1] ?? from)}</li> : [],
        )}
      </ul>
    </details>
  )
}

function fetchPart(ExportID: string, Part: number): Promise<boolean> {
  return succeeds(async () => {
    downloadFrom((await send(exportUrl, { ExportID, Part })).Url)
  })
}
