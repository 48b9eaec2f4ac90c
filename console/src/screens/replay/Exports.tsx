import './exports.css'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addExport,
  type ExportItem,
  type ExportKind,
  type ExportPart,
  exportUrl,
  MAX_EXPORT_MS,
  recordExports,
  removeExport,
} from '@vedette/contract/calls/export'
import { METHOD, ProgressBody } from '@vedette/contract/push'
import { type ReactNode, useEffect, useState } from 'react'

import { type CompanyTime, useCompanyTime } from '../../app/company-time.ts'
import { push } from '../../app/push.ts'
import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextField } from '../../ui/Field.tsx'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { lengthText } from './length-text.ts'

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

interface Props {
  /** Those that are shown, the chosen one first. */
  cameras: readonly (DeviceChannel & { name: string })[]
  /** The marked time. */
  range: { fromMs: number; toMs: number } | undefined
  onClose: () => void
}

/** What can be taken along of the marked time, and what was. */
export function Exports({ cameras, range, onClose }: Props): ReactNode {
  const t = useT()
  const { data, refetch } = useQuery({
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
    <Dialog kind="drawer" title={t('replay.exports')} onClose={onClose}>
      {() => (
        <div className="exports">
          {range && cameras.length > 0 ? (
            <NewExport cameras={cameras} range={range} />
          ) : (
            <p className="exports-hint">{t('replay.exportHint')}</p>
          )}
          {data?.List.length === 0 && (
            <EmptyState title={t('replay.noExports')} text={t('replay.noExportsText')} drawing="file" />
          )}
          <ul>
            {data?.List.map((item) => (
              <ExportEntry key={item.ExportID} item={item} />
            ))}
          </ul>
          {data && <p className="exports-key">{t('replay.exportKey', { key: data.Key })}</p>}
        </div>
      )}
    </Dialog>
  )
}

function NewExport({
  cameras,
  range,
}: Pick<Props, 'cameras'> & { range: NonNullable<Props['range']> }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [kind, setKind] = useState<ExportKind>('mp4')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const taken = cameras.filter(({ did, channel }) => !left.has(`${did}~${channel}`))
  const isTooLong = range.toMs - range.fromMs > MAX_EXPORT_MS
  const begin = (): Promise<boolean> =>
    succeeds(async () => {
      const Cameras = taken.map(({ did, channel }) => ({ DID: did, Channel: channel }))
      const [From, To] = [Math.floor(range.fromMs), Math.ceil(range.toMs)]
      await send(addExport, { Cameras, From, To, Kind: kind, Note: note.trim() })
      setNote('')
      await queries.invalidateQueries({ queryKey: [recordExports.path] })
    })
  return (
    <form
      className="exports-new"
      onSubmit={(event) => {
        event.preventDefault()
        if (taken.length > 0 && !isTooLong) void begin()
      }}
    >
      <p>
        {spanText(time, range.fromMs, range.toMs)} ({lengthText(range.toMs - range.fromMs)})
      </p>
      <fieldset>
        <legend>{t('replay.cameras')}</legend>
        {cameras.map(({ did, channel, name }) => {
          const key = `${did}~${channel}`
          return (
            <label key={key}>
              <input
                type="checkbox"
                checked={!left.has(key)}
                onChange={({ target }) => {
                  const next = new Set(left)
                  if (target.checked) next.delete(key)
                  else next.add(key)
                  setLeft(next)
                }}
              />
              {name}
            </label>
          )
        })}
      </fieldset>
      <Choice
        label={t('replay.exportKind')}
        value={kind}
        options={[
          { value: 'mp4', label: t('replay.exportFilm') },
          { value: 'evidence', label: t('replay.exportEvidence') },
        ]}
        onChoose={setKind}
      />
      <p className="exports-hint">
        {t(kind === 'mp4' ? 'replay.exportFilmHint' : 'replay.exportEvidenceHint')}
      </p>
      <TextField label={t('replay.exportNote')} value={note} maxLength={200} onType={setNote} />
      {isTooLong && <p role="alert">{t('replay.downloadTooLong')}</p>}
      <button type="submit" className="button button-primary" disabled={taken.length === 0 || isTooLong}>
        {t('replay.exportBegin')}
      </button>
    </form>
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

const dateTime = (time: CompanyTime, ms: number): string => `${time.day(ms)} ${time.clock(ms)}`

const spanText = (time: CompanyTime, from: number, to: number): string =>
  `${dateTime(time, from)} – ${time.day(from) === time.day(to) ? time.clock(to) : dateTime(time, to)}`

function fetchPart(ExportID: string, Part: number): Promise<boolean> {
  return succeeds(async () => {
    const { Url } = await send(exportUrl, { ExportID, Part })
    const link = document.createElement('a')
    link.href = Url
    link.download = ''
    link.click()
  })
}
