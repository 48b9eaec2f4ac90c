import './trial.css'

import { useQuery } from '@tanstack/react-query'
import type { AlarmSettings } from '@vedette/contract/alarm-settings'
import {
  beginDetectionTrial,
  detectionTrial,
  endDetectionTrial,
  MAX_TRIAL_MS,
} from '@vedette/contract/calls/detection-trial'
import { type ReactNode, useEffect, useState } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { useSession } from '../../../app/session.ts'
import { momentOf } from '../../../app/zoned-time.ts'
import { useT } from '../../../i18n/language.ts'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { TimeField } from '../../../ui/date/TimeField.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { succeeds } from '../../../wire/failure.ts'
import { ask, send } from '../../../wire/send.ts'
import { TrialResult } from './TrialResult.tsx'

interface Props {
  did: string
  channel: number
  /** What the form holds, saved or not. */
  alarm: AlarmSettings
  isOwnMotion: boolean
}

const MINUTE_MS = 60_000
const LENGTHS = [1, 2, 5, MAX_TRIAL_MS / MINUTE_MS].map(String)
const EVERY_MS = 1000

/** A stretch of recordings run through the form's settings. */
export function Trial({ did, channel, alarm, isOwnMotion }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const [openedMs] = useState(() => Date.now() - 2 * MINUTE_MS)
  const [day, setDay] = useState(() => time.day(openedMs))
  const [clock, setClock] = useState(() => time.clock(openedMs))
  const [minutes, setMinutes] = useState(LENGTHS[0] ?? '')
  const [isBusy, setBusy] = useState(false)
  const [trialId, setTrialId] = useState('')
  useEnding(did, trialId)
  const { data, isError } = useTrial(did, trialId)
  const isIdle = !alarm.MotionDetection && !alarm.HumanDetection
  const isRunning = trialId !== '' && !isError && data?.State !== 'done' && data?.State !== 'failed'
  const start = async (): Promise<void> => {
    const From = momentOf(zone, day, clock)
    setBusy(true)
    await succeeds(async () => {
      const To = From + Number(minutes) * MINUTE_MS
      const begun = await send(beginDetectionTrial, { DID: did, Channel: channel, From, To, Alarm: alarm })
      setTrialId(begun.TrialID)
    }).finally(() => setBusy(false))
  }
  return (
    <fieldset className="conf-card">
      <legend>{t('trial.title')}</legend>
      <p className="field-hint">{t('trial.hint')}</p>
      {isOwnMotion && alarm.MotionDetection && <p className="field-hint">{t('trial.ownMotion')}</p>}
      {isIdle && <p className="field-hint">{t('trial.switchOn')}</p>}
      <div className="trial-range">
        <DatePicker label={t('trial.day')} value={day} onChange={setDay} />
        <TimeField label={t('trial.from')} value={clock} onChange={setClock} />
        <SelectField
          label={t('trial.length')}
          value={minutes}
          options={LENGTHS.map((value) => ({ value, label: t('trial.minutes', { count: Number(value) }) }))}
          onChoose={setMinutes}
        />
        <button
          type="button"
          className="button"
          disabled={isIdle || isBusy || isRunning || !day || !clock}
          onClick={() => void start()}
        >
          {t('trial.start')}
        </button>
      </div>
      {trialId !== '' && (
        <div className="trial-state">
          <p role="status">
            {isRunning && t('trial.running', { percent: percentOf(data) })}
            {isError && t('trial.gone')}
            {data?.State === 'failed' && t('trial.failed', { detail: data.Detail })}
          </p>
          {isRunning && <progress max={100} value={percentOf(data)} aria-label={t('trial.title')} />}
          <button type="button" className="button" onClick={() => setTrialId('')}>
            {t(isRunning ? 'trial.cancel' : 'trial.close')}
          </button>
        </div>
      )}
      {trialId !== '' && data && !isError && data.State !== 'failed' && (
        <TrialResult did={did} channel={channel} trialId={trialId} trial={data} />
      )}
    </fieldset>
  )
}

function percentOf(trial: { Done: number; Total: number } | undefined): number {
  return trial ? Math.max(0, Math.floor((trial.Done / trial.Total) * 100)) : 0
}

function useTrial(DID: string, TrialID: string) {
  return useQuery({
    queryKey: [detectionTrial.path, DID, TrialID],
    queryFn: ({ signal }) => ask(detectionTrial, { DID, TrialID }, { signal }),
    enabled: TrialID !== '',
    refetchInterval: ({ state }) =>
      state.status !== 'error' && (state.data?.State ?? 'running') === 'running' && EVERY_MS,
    retry: false,
    gcTime: 0,
  })
}

/** One that is not shown any more is ended. */
function useEnding(DID: string, TrialID: string): void {
  useEffect(() => {
    if (TrialID === '') return
    return () => {
      // It may have ended by itself.
      void ask(endDetectionTrial, { DID, TrialID }).catch(() => {})
    }
  }, [DID, TrialID])
}
