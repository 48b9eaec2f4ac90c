/** Recorded footage run through settings of alarms: what they would have raised. */
import type { AlarmSettings } from '@vedette/contract/alarm-settings'
import {
  beginDetectionTrial,
  detectionTrial,
  detectionTrialPicture,
  endDetectionTrial,
  MAX_TRIAL_MS,
} from '@vedette/contract/calls/detection-trial'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'
import type { LookSettings } from '@vedette/vision/settings'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { isWithinRanges } from '../../engines/weekly-ranges.ts'
import type { Principal } from '../../authority/principal.ts'
import { type Route, serve } from '../../http/route.ts'
import { checkAlarm } from '../device-config/index.ts'
import type { Recording } from '../record/index.ts'
import type { Vision } from '../vision/index.ts'
import { trialStore } from './store.ts'
import { Trial } from './trial.ts'

interface Needs {
  storage: Storage
  clock: Clock
  newId: () => string
  recording: Pick<Recording, 'filmsOf'>
  vision: Pick<Vision, 'means' | 'trialMeans'>
  onError: (error: unknown) => void
}

/** Trials at once on the whole machine. */
const MOST_RUNNING = 2
const MOST_KEPT = 8
/** The detector learns the scene before the range begins. */
const LEAD_MS = 10_000
/** A page that shows a trial asks every second. */
const UNASKED_MS = 30_000
const CHECK_MS = 5000
/** What is found is kept for a page that shows it. */
const KEPT_MS = 10 * 60_000

export interface DetectionTrials {
  routes: Route[]
  close(): Promise<void>
}

export function openDetectionTrials(needs: Needs): DetectionTrials {
  const { clock, newId, recording, vision, onError } = needs
  const store = trialStore(needs.storage)
  const trials = new Map<string, Trial>()
  const timer = clock.every(CHECK_MS, () => {
    const now = clock.now()
    for (const trial of trials.values()) {
      if (now - trial.askedMs > KEPT_MS) forget(trial)
      else if (trial.state === 'running' && now - trial.askedMs > UNASKED_MS) forget(trial)
    }
  })
  const forget = (trial: Trial): void => {
    trials.delete(trial.id)
    trial.end()
  }
  const own = ({ companyId, accountId }: Principal, did: string, id: string): Trial => {
    const trial = trials.get(id)
    const { of } = trial ?? {}
    if (!trial || of?.companyId !== companyId || of.accountId !== accountId || of.did !== did)
      throw new Refusal('noDataAuthority')
    trial.askedMs = clock.now()
    return trial
  }

  return {
    routes: [
      serve(beginDetectionTrial, async ({ DID, Channel, From, To, Alarm }, session, visitor) => {
        checkRange(From, To)
        checkAlarm(Alarm)
        if (!Alarm.MotionDetection && !Alarm.HumanDetection)
          throw fault('badInput', 'Alarm.MotionDetection', 'missing')
        const { companyId, accountId } = session
        const place = { did: DID, channel: Channel }
        const found = await recording.filmsOf(companyId, place, { fromMs: From - LEAD_MS, toMs: To })
        if (!found || !found.films.some(({ endMs }) => endMs > From)) throw new Refusal('noRecording')
        const { decoder, decoderDetail } = await vision.means()
        if (decoder === '') throw new Refusal('unavailable', { Field: '', Reason: decoderDetail })
        const zone = await store.timeZone(companyId)
        for (const trial of trials.values()) if (trial.of.accountId === accountId) forget(trial)
        if ([...trials.values()].filter(({ state }) => state === 'running').length >= MOST_RUNNING)
          throw new Refusal('overloaded')
        const trial = new Trial(
          newId(),
          { companyId, accountId, did: DID },
          { ...found, range: { fromMs: From, toMs: To }, settings: settingsOf(Alarm) },
          {
            means: vision.trialMeans,
            isScheduled: (atMs) => isWithinRanges(Alarm.Ranges, atMs, zone),
            onError,
          },
        )
        trial.askedMs = clock.now()
        const [oldest] = [...trials.values()].filter(({ state }) => state !== 'running')
        if (oldest && trials.size >= MOST_KEPT) forget(oldest)
        trials.set(trial.id, trial)
        const iso = (ms: number): string => new Date(ms).toISOString()
        visitor.tell({ channel: Channel, from: iso(From), to: iso(To) })
        return { TrialID: trial.id }
      }),

      serve(detectionTrial, async ({ DID, TrialID }, session) => own(session, DID, TrialID).shown()),

      serve(detectionTrialPicture, async ({ DID, TrialID, Place }, session) => {
        const png = own(session, DID, TrialID).pictureOf(Place)
        if (!png) throw new Refusal('noDataAuthority')
        return { Data: Buffer.from(png).toString('base64') }
      }),

      serve(endDetectionTrial, async ({ DID, TrialID }, session) => {
        forget(own(session, DID, TrialID))
        return {}
      }),
    ],
    async close() {
      timer.stop()
      const running = [...trials.values()]
      for (const trial of running) forget(trial)
      await Promise.all(running.map(({ ended }) => ended))
    },
  }
}

function checkRange(from: number, to: number): void {
  if (to <= from) throw fault('badInput', 'To', 'timeRangeEmpty')
  if (to - from > MAX_TRIAL_MS)
    throw new Refusal('badInput', { Field: 'To', Reason: 'a trial looks at most at 10 minutes' })
}

function settingsOf({ MotionDetection, HumanDetection, Sensitivity, Zones }: AlarmSettings): LookSettings {
  return {
    motion: MotionDetection,
    human: HumanDetection,
    follow: 'none',
    sensitivity: Sensitivity,
    zones: Zones,
  }
}
