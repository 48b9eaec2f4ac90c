/** What is recorded of a device, how long it is kept, and what was deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeviceInfo } from '@vedette/contract/calls/device-config'
import {
  recordJournal,
  recordLocks,
  recordPolicy,
  type RecordPolicy,
  recordTimeline,
  removeRecordLock,
  setRecordPolicy,
} from '@vedette/contract/calls/record'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { replayAddress } from '../../app/replay-address.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { useDraft } from './use-draft.ts'

const DAY_MS = 86_400_000
const GB = 1024 ** 3
const SOURCE = {
  own: 'recording.fromOwn',
  region: 'recording.fromRegion',
  platform: 'recording.fromPlatform',
} as const
const JOURNAL = 10

export function RecordingSettings({ device }: { device: DeviceInfo }): ReactNode {
  const t = useT()
  const policy = useQuery({
    queryKey: [recordPolicy.path, device.DID],
    queryFn: ({ signal }) => send(recordPolicy, { DID: device.DID }, { signal }),
  })
  if (!policy.data) return <p className="conf-note">{t(policy.isError ? 'ui.loadFailed' : 'ui.loading')}</p>
  return (
    <div className="conf-parts">
      <PolicyForm device={device} policy={policy.data.Policy} from={policy.data.From} />
      <Locks did={device.DID} />
      <Journal did={device.DID} />
    </div>
  )
}

interface PolicyProps {
  device: DeviceInfo
  policy: RecordPolicy
  from: keyof typeof SOURCE
}

function PolicyForm({ device, policy, from }: PolicyProps): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const { draft, type, settle } = useDraft({
    main: policy.Main,
    sub: policy.Sub,
    days: String(policy.Days),
    gb: policy.MaxBytes === 0 ? '' : String(Math.round((policy.MaxBytes / GB) * 10) / 10),
  })
  const [asked, setAsked] = useState<{ policy: RecordPolicy | null; until: number }>()
  const oldest = useOldest(device.DID, device.Channels)
  const modes = [
    { value: 'continuous', label: t('recording.continuous') },
    { value: 'off', label: t('recording.off') },
  ] as const
  const days = Number(draft.days)
  const isDays = Number.isInteger(days) && days >= 1 && days <= 3650
  const save = async (wanted: RecordPolicy | null): Promise<void> => {
    await send(setRecordPolicy, { DIDs: [device.DID], Policy: wanted })
    say('success', t('recording.saved'))
    await queries.invalidateQueries({ queryKey: [recordPolicy.path, device.DID] })
    settle(draft)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isDays) return
    const MaxBytes = draft.gb.trim() === '' ? 0 : Math.round(Math.max(0.1, Number(draft.gb)) * GB)
    const wanted = { Main: draft.main, Sub: draft.sub, Days: days, MaxBytes }
    const until = serverNow() - days * DAY_MS
    // What is older than the new days goes with the next round of deleting.
    if (oldest !== undefined && oldest < until) setAsked({ policy: wanted, until })
    else void succeeds(() => save(wanted))
  }
  return (
    <form onSubmit={submit}>
      <fieldset className="conf-card conf-grid">
        <legend>{t('recording.title')}</legend>
        <p className="conf-whole">
          {t(SOURCE[from])}
          {oldest !== undefined && ` ${t('recording.oldest', { time: time.since(oldest, 0) })}`}
        </p>
        <SelectField
          label={t('recording.main')}
          value={draft.main}
          options={modes}
          onChoose={(main) => type({ main })}
        />
        <SelectField
          label={t('recording.sub')}
          value={draft.sub}
          options={modes}
          onChoose={(sub) => type({ sub })}
        />
        <TextField
          label={t('recording.days')}
          type="number"
          min={1}
          max={3650}
          value={draft.days}
          {...(!isDays && { fault: t('recording.daysFault') })}
          onType={(value) => type({ days: value })}
        />
        <TextField
          label={t('recording.size')}
          type="number"
          min={0}
          step="any"
          value={draft.gb}
          hint={t('recording.sizeHint')}
          onType={(value) => type({ gb: value })}
        />
        <div className="conf-actions">
          {from === 'own' && (
            <button type="button" className="button" onClick={() => void succeeds(() => save(null))}>
              {t('recording.useAbove')}
            </button>
          )}
          <button type="submit" className="button button-primary" disabled={!isDays}>
            {t('deviceConf.save')}
          </button>
        </div>
      </fieldset>
      {asked && oldest !== undefined && (
        <Confirm
          title={t('recording.deletesTitle')}
          confirmLabel={t('recording.deletesDo')}
          isDestructive
          onConfirm={() => save(asked.policy)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('recording.deletes', { from: time.since(oldest, 0), to: time.since(asked.until, 0) })}</p>
        </Confirm>
      )}
    </form>
  )
}

/** Where the oldest recording of the device begins. */
function useOldest(did: string, channels: number): number | undefined {
  const { data } = useQuery({
    queryKey: [recordTimeline.path, 'oldest', did],
    queryFn: async ({ signal }) => {
      const Streams = Array.from(
        { length: Math.min(32, Math.max(1, channels)) },
        (_, Channel) => Channel,
      ).flatMap((Channel) => (['main', 'sub'] as const).map((Quality) => ({ DID: did, Channel, Quality })))
      const To = serverNow()
      const range = { From: Math.max(0, To - 3650 * DAY_MS), To, Step: DAY_MS }
      const { List } = await send(recordTimeline, { Streams, ...range }, { signal })
      const starts = List.flatMap(({ Spans }) => Spans.slice(0, 1))
      return starts.length === 0 ? null : Math.min(...starts)
    },
    retry: false,
  })
  return data ?? undefined
}

function Locks({ did }: { did: string }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [recordLocks.path, did],
    queryFn: ({ signal }) => send(recordLocks, { DID: did }, { signal }),
  })
  const remove = (LockID: string): Promise<boolean> =>
    succeeds(async () => {
      await send(removeRecordLock, { DID: did, LockID })
      await queries.invalidateQueries({ queryKey: [recordLocks.path, did] })
    })
  return (
    <section className="conf-card" aria-label={t('recording.locks')}>
      <h3>{t('recording.locks')}</h3>
      {data?.List.length === 0 && <p>{t('recording.noLocks')}</p>}
      <ul className="conf-list">
        {data?.List.map(({ LockID, From, To, Reason, Account }) => (
          <li key={LockID}>
            <a href={replayAddress({ dids: [did], at: From })}>
              {time.since(From, 0)} – {time.since(To, From)}
            </a>{' '}
            {Reason} ({Account}){' '}
            <button type="button" className="button" onClick={() => void remove(LockID)}>
              {t('recording.unlock')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const WHY = {
  days: 'recording.whyDays',
  deviceSize: 'recording.whyDeviceSize',
  regionSize: 'recording.whyRegionSize',
  archiveSize: 'recording.whyArchiveSize',
  diskFull: 'recording.whyDiskFull',
} as const

function Journal({ did }: { did: string }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { data } = useQuery({
    queryKey: [recordJournal.path, did],
    queryFn: ({ signal }) => send(recordJournal, { DID: did, Page: 1, PageSize: JOURNAL }, { signal }),
  })
  return (
    <section className="conf-card" aria-label={t('recording.journal')}>
      <h3>{t('recording.journal')}</h3>
      {data?.List.length === 0 && <p>{t('recording.nothingDeleted')}</p>}
      <ul className="conf-list">
        {data?.List.map(({ At, Reason, From, To }) => (
          <li key={`${At} ${From}`}>
            {t('recording.deleted', {
              at: time.since(At, 0),
              from: time.since(From, 0),
              to: time.since(To, From),
              why: t(WHY[Reason]),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
