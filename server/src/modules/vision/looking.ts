/** Which cameras are looked at now: what their settings ask for, of the streams that there are. */
import type { AlarmSettings } from '@vedette/contract/alarm-settings'
import type { Camera } from '@vedette/vision/process/messages'
import type { FanOut, Viewer } from '@vedette/media/live/fan-out'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { StreamRegistry, DeviceScope } from '../../video/stream-registry.ts'
import { isWithinRanges } from '../../engines/weekly-ranges.ts'
import type { ChannelScope } from '../../video/channel.ts'
import type { VisionStore, Wish } from './store.ts'

interface Needs {
  store: VisionStore
  clock: Clock
  streams: Pick<StreamRegistry, 'find'>
  fanOut: Pick<FanOut, 'join' | 'leave'>
  /** The vision process's place among those who watch. */
  viewer: Viewer
  /** Tells the process all that is to be looked at, and of which streams it tells every look. */
  look: (cameras: Camera[], shown: number[]) => void
  onError: (error: unknown) => void
}

/** How exactly a range's first and last second are kept. */
const CHECK_MS = 1000

export class Looking {
  readonly #needs: Needs
  readonly #timer: Timer
  /** Keyed by company and device. */
  readonly #wishes = new Map<string, Wish[]>()
  /** What the process was told, by stream. */
  #told = new Map<number, { place: ChannelScope; camera: Camera }>()
  /** Until when somebody wants to see every look, by place. */
  readonly #shownUntil = new Map<string, number>()
  #shown = ''
  #isReady = false
  #queue: Promise<void> = Promise.resolve()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = needs.clock.every(CHECK_MS, () => this.#apply())
  }

  /** How many cameras are looked at. */
  get count(): number {
    return this.#told.size
  }

  /** The place of a stream; undefined for one that is not looked at any more. */
  placeOf(stream: number): ChannelScope | undefined {
    return this.#told.get(stream)?.place
  }

  streamOf({ companyId, did, channel }: ChannelScope): number | undefined {
    for (const [stream, { place }] of this.#told)
      if (place.companyId === companyId && place.did === did && place.channel === channel) return stream
    return undefined
  }

  /** What the camera of the stream is to be turned after. */
  followOf(stream: number): Camera['follow'] {
    return this.#told.get(stream)?.camera.follow ?? 'none'
  }

  /** Every look is told until then. */
  show(place: ChannelScope, untilMs: number): void {
    this.#shownUntil.set(keyOf(place), untilMs)
    this.#apply()
  }

  /** Reads the settings of these devices anew; one after the other, so that the last word is the latest. */
  refresh(...scope: DeviceScope): Promise<void> {
    this.#queue = this.#queue.then(() => this.#read(scope)).catch(this.#needs.onError)
    return this.#queue
  }

  /** The process takes pictures from now on: what it is to have of each stream begins with the cache. */
  ready(): void {
    const { fanOut, viewer } = this.#needs
    for (const stream of this.#told.keys()) {
      if (this.#isReady) fanOut.leave(stream, viewer)
      fanOut.join(stream, viewer)
    }
    this.#isReady = true
  }

  /** The process is gone: nothing is sent to it. */
  down(): void {
    const { fanOut, viewer } = this.#needs
    if (this.#isReady) for (const stream of this.#told.keys()) fanOut.leave(stream, viewer)
    this.#isReady = false
  }

  async close(): Promise<void> {
    this.#timer.stop()
    await this.#queue
    this.down()
  }

  async #read([companyId, dids]: DeviceScope): Promise<void> {
    const wishes = await this.#needs.store.wishes(companyId, dids)
    const isMeant = (key: string): boolean => {
      const [company = '', did = ''] = key.split('/')
      return (companyId === undefined || company === companyId) && (dids === undefined || dids.includes(did))
    }
    for (const key of this.#wishes.keys()) if (isMeant(key)) this.#wishes.delete(key)
    const byDevice = Map.groupBy(wishes, (wish) => `${wish.companyId}/${wish.did}`)
    for (const [key, of] of byDevice) this.#wishes.set(key, of)
    this.#apply()
  }

  #apply(): void {
    const { look, fanOut, viewer } = this.#needs
    const now = this.#wanted()
    const before = this.#told
    const ended = [...before.keys()].filter((stream) => !now.has(stream))
    const begun = [...now].filter(([stream, { camera }]) => !isSame(before.get(stream)?.camera, camera))
    const shown = this.#shownOf(now)
    if (ended.length === 0 && begun.length === 0 && shown.join() === this.#shown) return
    this.#told = now
    this.#shown = shown.join()
    look(
      [...now.values()].map(({ camera }) => camera),
      shown,
    )
    if (!this.#isReady) return
    for (const stream of ended) fanOut.leave(stream, viewer)
    for (const [stream] of begun) {
      // One that is looked at in another way begins anew, with what the cache has.
      if (before.has(stream)) fanOut.leave(stream, viewer)
      fanOut.join(stream, viewer)
    }
  }

  #shownOf(told: ReadonlyMap<number, { place: ChannelScope; camera: Camera }>): number[] {
    const nowMs = this.#needs.clock.now()
    for (const [key, untilMs] of this.#shownUntil) if (untilMs <= nowMs) this.#shownUntil.delete(key)
    return [...told]
      .filter(([, { place, camera }]) => camera.follow !== 'none' || this.#shownUntil.has(keyOf(place)))
      .map(([stream]) => stream)
  }

  #wanted(): Map<number, { place: ChannelScope; camera: Camera }> {
    const { streams, clock } = this.#needs
    const wanted = new Map<number, { place: ChannelScope; camera: Camera }>()
    const nowMs = clock.now()
    for (const { companyId, did, channel, settings, timeZone, hasOwnMotion, hasPtz } of [
      ...this.#wishes.values(),
    ].flat()) {
      const motion = settings.MotionDetection && !hasOwnMotion
      const human = settings.HumanDetection
      const follow = hasPtz ? followedBy(settings) : 'none'
      if ((!motion && !human && follow === 'none') || !isWithinRanges(settings.Ranges, nowMs, timeZone))
        continue
      const stream = streams.find(companyId, did, channel, 'sub')
      if (!stream) continue
      const { Sensitivity: sensitivity, Zones: zones } = settings
      wanted.set(stream.number, {
        place: { companyId, did, channel },
        camera: { stream: stream.number, motion, human, follow, sensitivity, zones },
      })
    }
    return wanted
  }
}

/** People rather than motion, where both are asked for. */
function followedBy({ MotionTracking, HumanTracking }: AlarmSettings): Camera['follow'] {
  if (HumanTracking) return 'human'
  return MotionTracking ? 'motion' : 'none'
}

function keyOf({ companyId, did, channel }: ChannelScope): string {
  return `${companyId} ${did} ${channel}`
}

function isSame(a: Camera | undefined, b: Camera): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
