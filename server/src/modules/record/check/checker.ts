/**
 * Looks at what was recorded, a quarter of an hour at a time: whether it is there and as long as it should be, whether the
 * camera's clock is right, and whether its pictures show what they always did. What begins to be wrong is an event.
 */
import type { CheckFault } from '@vedette/contract/calls/record-check'

import type { Clock, Timer } from '../../../engines/clock.ts'
import { repeat } from '../../../engines/repeat.ts'
import type { ArchiveFiles } from '../archive-files.ts'
import { keyFrameFile } from '../footage.ts'
import { keyFrameBefore } from '../media-routes.ts'
import { modeAt } from '../modes.ts'
import type { Sources } from '../plan.ts'
import { policiesOf } from '../policy.ts'
import type { PolicyStore, StoredPolicy } from '../policy-store.ts'
import type { StreamKey } from '../segment-store.ts'
import { within } from '../spans.ts'
import { timelineOf } from '../timeline.ts'
import { type CameraKey, type CheckStore, type CheckedHour, HOUR_MS } from './check-store.ts'
import { check, type References } from './verdict.ts'
import { CHECK_LIMITS } from './limits.ts'
import { lookAt } from './look-at.ts'
import type { Look } from './views.ts'

const LOOK_EVERY_MS = 30_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** What was missed while the platform was down. */
const LONGEST_CATCH_UP_MS = DAY_MS
const KEPT_MS = 400 * DAY_MS
const { sliceMs, lateMs, looks: LOOKS } = CHECK_LIMITS

export interface CheckNeeds extends Sources {
  checks: CheckStore
  policies: PolicyStore
  files: ArchiveFiles
  clock: Clock
  /** The time by which recordings age, and what was found of them. */
  agedAt: () => number
  ingested: () => readonly (StreamKey & { companyId: string })[]
  /** Sleeps, as solar cameras do, so nothing is to be recorded. */
  isAsleep: (companyId: string, did: string) => boolean
  /** A camera's recording has begun to be wrong. */
  tell: (wrong: CameraKey & { companyId: string; at: number; faults: CheckFault[] }) => Promise<unknown>
  decoder?: (() => string) | undefined
  onError: (error: unknown) => void
}

interface Range {
  fromMs: number
  toMs: number
}

export class Checker {
  readonly #needs: CheckNeeds
  readonly #timer: Timer
  /** Since when a camera has been known, and by what it was recorded when it was looked at. */
  readonly #known = new Map<string, { sinceMs: number; policy: string; faults: ReadonlySet<CheckFault> }>()
  #nextMs: number | undefined
  #canLook = true
  #isClosed = false
  #work: Promise<void> = Promise.resolve()

  constructor(needs: CheckNeeds) {
    this.#needs = needs
    this.#timer = repeat(needs.clock, LOOK_EVERY_MS, () => this.look(), needs.onError)
  }

  /** False where this machine has nothing to decode with: then nothing is said of pictures. */
  get canLook(): boolean {
    return this.#canLook
  }

  /** Checks what is over. One look at a time. */
  look(): Promise<void> {
    const next = this.#work.then(() => this.#lookOn())
    this.#work = next.catch(() => {
      // The caller of this run gets the error.
    })
    return next
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer.stop()
    await this.#work
  }

  async #lookOn(): Promise<void> {
    const { clock, checks, ingested, agedAt } = this.#needs
    const now = clock.now()
    for (const camera of ingested()) {
      const key = keyOf(camera)
      if (!this.#known.has(key)) this.#known.set(key, { sinceMs: now, policy: '', faults: new Set() })
    }
    const current = Math.floor(now / sliceMs) * sliceMs
    let fromMs = this.#nextMs ?? (await this.#firstSlice(current))
    // Also of a machine that slept for a month, or whose clock was set, ahead or back.
    fromMs = fromMs - current > HOUR_MS ? current : Math.max(fromMs, current - LONGEST_CATCH_UP_MS)
    this.#nextMs = fromMs
    for (; fromMs + sliceMs + lateMs <= now && !this.#isClosed; fromMs += sliceMs) {
      const toMs = fromMs + sliceMs
      await this.#checkSlice({ fromMs, toMs })
      this.#nextMs = toMs
      await checks.forgetBefore(agedAt() - KEPT_MS)
    }
  }

  /** An hour that had been begun to be checked is left as it was. */
  async #firstSlice(current: number): Promise<number> {
    const newest = await this.#needs.checks.newestHour()
    return newest === undefined ? current : Math.min(current, newest + HOUR_MS)
  }

  async #checkSlice(range: Range): Promise<void> {
    const byCompany = Map.groupBy(this.#needs.ingested(), ({ companyId }) => companyId)
    for (const [companyId, streams] of byCompany) await this.#checkCompany(companyId, streams, range)
  }

  async #checkCompany(companyId: string, streams: readonly StreamKey[], range: Range): Promise<void> {
    const { policies, checks, tell } = this.#needs
    const [inForce, timeZone] = [await policiesOf(policies, companyId), await policies.timeZone(companyId)]
    const steerable = await checks.steerable(companyId)
    const owned = new Set(inForce.devices.map(({ did }) => did))
    const cameras = new Map(streams.map((it) => [keyOf({ ...it, companyId }), it]))
    const found: (CheckedHour & { references: References })[] = []
    for (const [key, { did, channel }] of cameras) {
      if (!owned.has(did)) continue
      const { policy } = inForce.ofDevice(did)
      const camera = { did, channel }
      const checked = await this.#checkCamera(
        key,
        { companyId, camera, policy, timeZone, range },
        steerable.has(did),
      )
      found.push(checked)
      const known = this.#known.get(key)
      const begun = checked.faults.filter((it) => known?.faults.has(it) !== true)
      if (known) known.faults = new Set(checked.faults)
      if (begun.length > 0) await tell({ companyId, ...camera, at: range.toMs, faults: begun })
    }
    await checks.add(companyId, found)
  }

  async #checkCamera(
    key: string,
    its: { companyId: string; camera: CameraKey; policy: StoredPolicy; timeZone: string; range: Range },
    isSteerable: boolean,
  ): Promise<CheckedHour & { references: References }> {
    const { checks, isAsleep, store } = this.#needs
    const { companyId, camera, policy, timeZone, range } = its
    const known = this.#known.get(key)
    const now = JSON.stringify(policy)
    const isSettled = known === undefined || known.policy === '' || known.policy === now
    if (known) known.policy = now
    const minutes = Array.from(
      { length: sliceMs / MINUTE_MS },
      (_, i) => range.fromMs + (i + 0.5) * MINUTE_MS,
    )
    const wanted = (quality: StreamKey['quality']): number[] =>
      minutes.filter((at) => modeAt(policy, quality, at, timeZone) === 'continuous')
    const [main, sub] = [wanted('main'), wanted('sub')]
    const quality = main.length > 0 ? 'main' : 'sub'
    const [lane] = await timelineOf(
      companyId,
      [{ ...camera, quality }],
      { fromMs: range.fromMs - DAY_MS, toMs: range.toMs, stepMs: 0 },
      this.#needs,
    )
    const spans = lane?.spans ?? []
    // One that was recorded before is expected to go on; a new one from when it was there.
    const wasThere = spans.some(({ startMs }) => startMs < range.fromMs)
    const fromMs = wasThere ? range.fromMs : (known?.sinceMs ?? range.toMs) + MINUTE_MS
    const isExpected = isSettled && !isAsleep(companyId, camera.did)
    const expected = isExpected ? (main.length > 0 ? main : sub).filter((at) => at >= fromMs) : []
    const inSlice = within(spans, range.fromMs, range.toMs)
    // Recordings beside what was to be recorded make up for nothing.
    const recordedMs = expected
      .flatMap((at) => within(inSlice, at - MINUTE_MS / 2, at + MINUTE_MS / 2))
      .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    const looked = sub.length > 0 ? 'sub' : quality
    const looks = await this.#looksAt(companyId, { ...camera, quality: looked }, range)
    const references = await checks.references(companyId, camera)
    const rows = await store.between(companyId, { ...camera, quality }, range.fromMs, range.toMs)
    const verdict = check({
      expectedMs: expected.length * MINUTE_MS,
      recordedMs,
      clockOffsetsMs: rows.flatMap(({ camera_offset_ms: offset }) => offset ?? []),
      looks,
      references,
      isSteerable,
    })
    return {
      ...camera,
      hourMs: Math.floor(range.fromMs / HOUR_MS) * HOUR_MS,
      expectedMs: expected.length * MINUTE_MS,
      recordedMs: Math.round(recordedMs),
      looks: looks.length,
      faults: verdict.faults,
      references: verdict.learned,
    }
  }

  async #looksAt(companyId: string, stream: StreamKey, { fromMs }: Range): Promise<Look[]> {
    const { files, decoder } = this.#needs
    const seen = new Map<number, Look>()
    for (let i = 0; i < LOOKS; i++) {
      const found = await keyFrameBefore(
        companyId,
        stream,
        fromMs + ((i + 0.5) * sliceMs) / LOOKS,
        this.#needs,
      )
      if (!found || found.gop.startMs < fromMs || seen.has(found.gop.startMs)) continue
      const file = await keyFrameFile(files, found.run, found.file, found.gop)
      const look = file && (await lookAt(file, decoder?.()))
      if (look === 'unavailable') {
        this.#canLook = false
        return []
      }
      this.#canLook = true
      if (look) seen.set(found.gop.startMs, look)
    }
    return [...seen.values()]
  }
}

const keyOf = ({ companyId, did, channel }: CameraKey & { companyId: string }): string =>
  `${companyId}/${did}/${channel}`
