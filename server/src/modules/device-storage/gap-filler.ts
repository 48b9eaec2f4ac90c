/** Fills what an outage left out of the recordings from the devices' own storage, one gap at a time. */
import { Refusal } from '@vedette/contract/codes'
import { OnvifFault } from '@vedette/devices/onvif/fault'
import type { FillOrder } from '@vedette/media/feed/recording-messages'

import type { Timer } from '../../engines/clock.ts'
import { repeat } from '../../engines/repeat.ts'
import type { LiveStream } from '../../video/stream-states.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { Outage, Recording } from '../record/index.ts'
import { type FillNeeds, fillOrderOf } from './fill-order.ts'

export interface GapFillerNeeds extends FillNeeds {
  openOnvif: OpenOnvif
  recording: Pick<Recording, 'plan' | 'outagesOf'>
  ingested: () => readonly LiveStream[]
  /** Whether a shard took the order. */
  fill: (stream: number, order: FillOrder) => boolean
  stopFill: (stream: number, id: string) => void
  onError: (error: unknown) => void
}

const LOOK_MS = 60_000
const WITHOUT_MS = 3_600_000
/** What a GOP leaves is not worth a visit. */
const SHORTEST_MS = 3000
const LEAST_FETCHED_MS = 1000
/** How far back gaps are filled. */
const REACH_MS = 24 * 3_600_000
const MOST_TRIES = 3
/** What people asked for, of all devices. */
const MOST_FETCHES = 8
/** The newest is still on its way to the card, and into the recordings. */
const NEWEST_MS = 2000
const MOST_REMEMBERED = 10_000
/** Beyond the gap's own length; what a shard says no more of by then is given up. */
const PATIENCE_MS = 120_000
/** A console waits for 10 s. */
const ASKED_LIMITS = { deadlineMs: 4000, totalMs: 8000 }
const LIMITS = { deadlineMs: 8000, totalMs: 30_000 }

interface Gap {
  fromMs: number
  toMs: number
}

interface Fetch {
  channel: number
  untilMs: number
  /** Undefined while the device is being asked. */
  begun?: Gap & { id: string; stream: number }
}

export class GapFiller {
  readonly #needs: GapFillerNeeds
  readonly #timer: Timer
  /** How often each gap was tried, by stream and start. */
  readonly #tries = new Map<string, number>()
  /** Devices that keep nothing themselves, and until when they are believed. */
  readonly #withoutUntilMs = new Map<string, number>()
  /** What is being fetched from a device that somebody asked for, until when at most; keyed by device. */
  readonly #fetching = new Map<string, Fetch>()
  /** The gap that is being filled. */
  #filling = { id: '', device: '', untilMs: 0 }

  constructor(needs: GapFillerNeeds) {
    this.#needs = needs
    this.#timer = repeat(needs.clock, LOOK_MS, () => this.look(), needs.onError)
  }

  /** A shard has ended what it was told to fill. */
  over(id: string): void {
    if (this.#filling.id === id) this.#filling.untilMs = 0
    for (const [device, { begun }] of this.#fetching) if (begun?.id === id) this.#fetching.delete(device)
  }

  /** What is being fetched of a channel because somebody asked for it. */
  fetchOf(companyId: string, did: string, channel: number): Gap | undefined {
    const device = `${companyId}/${did}`
    const fetch = this.#isBusy(device) ? this.#fetching.get(device) : undefined
    return fetch?.channel === channel ? fetch.begun : undefined
  }

  /** What has come stays. */
  stop(companyId: string, did: string, channel: number): void {
    const fetch = this.#fetching.get(`${companyId}/${did}`)
    if (fetch?.begun && fetch.channel === channel) this.#needs.stopFill(fetch.begun.stream, fetch.begun.id)
  }

  /** Begins to fetch the first part of this stretch that is not recorded; returns which that is. */
  async fetch(companyId: string, did: string, channel: number, asked: Gap): Promise<Gap> {
    const { clock, recording, ingested, openOnvif } = this.#needs
    const device = `${companyId}/${did}`
    if (this.#isBusy(device) || this.#fetching.size >= MOST_FETCHES) throw new Refusal('overloaded')
    // Held from now on, so that two who ask at once do not both begin.
    this.#fetching.set(device, { channel, untilMs: clock.now() + PATIENCE_MS })
    try {
      const streams = ingested().filter(
        (it) =>
          it.companyId === companyId && it.did === did && it.channel === channel && it.source === undefined,
      )
      const stream = streams.find(({ quality }) => quality === 'main') ?? streams[0]
      if (!stream) throw new Refusal('deviceOffline')
      const [spans = []] = await recording.plan.recorded(companyId, [stream])
      const missing = firstMissing(spans, { ...asked, toMs: Math.min(asked.toMs, clock.now() - NEWEST_MS) })
      const client = missing && (await openOnvif(companyId, did, ASKED_LIMITS))
      const found = client && (await fillOrderOf(this.#needs, client, stream, missing))
      if (found?.kind !== 'order') throw new Refusal('noRecording')
      const { id, fromMs, toMs } = found.order
      // Its gap may have come up while the device was asked.
      if (this.#isFilling(device)) throw new Refusal('overloaded')
      if (!this.#needs.fill(stream.number, found.order)) throw new Refusal('deviceOffline')
      const begun = { id, stream: stream.number, fromMs, toMs }
      this.#fetching.set(device, { channel, untilMs: clock.now() + toMs - fromMs + PATIENCE_MS, begun })
      return { fromMs, toMs }
    } catch (error) {
      this.#fetching.delete(device)
      throw error instanceof OnvifFault ? new Refusal('deviceOffline') : error
    }
  }

  /** Two that write into one stream could write over each other. */
  #isBusy(device: string): boolean {
    const now = this.#needs.clock.now()
    for (const [key, { untilMs }] of this.#fetching) if (untilMs < now) this.#fetching.delete(key)
    return this.#fetching.has(device) || this.#isFilling(device)
  }

  #isFilling(device: string): boolean {
    return this.#filling.device === device && this.#filling.untilMs > this.#needs.clock.now()
  }

  close(): void {
    this.#timer.stop()
  }

  /** Begins to fill the first gap that is worth a try. */
  async look(): Promise<void> {
    const { clock, recording, ingested } = this.#needs
    if (clock.now() < this.#filling.untilMs) return
    for (const [companyId, streams] of Map.groupBy(ingested(), (stream) => stream.companyId)) {
      const isWanted = await recording.plan.wanted(companyId)
      // What a device keeps is its main stream.
      const own = streams.filter(
        (it) =>
          it.source === undefined &&
          isWanted(it) &&
          (it.quality === 'main' || !isWanted({ ...it, quality: 'main' })),
      )
      const recorded = await recording.plan.recorded(companyId, own)
      for (const [i, stream] of own.entries())
        for (const gap of gapsBetween(recorded[i] ?? [], clock.now() - REACH_MS))
          if (this.#mayTry(stream, gap))
            for (const outage of await recording.outagesOf(companyId, stream, gap))
              if (await this.#try(stream, outage)) return
    }
  }

  /** Counts what it lets through. */
  #mayTry({ companyId, did, channel, quality }: LiveStream, { fromMs }: Gap): boolean {
    if (this.#isBusy(`${companyId}/${did}`)) return false
    if ((this.#withoutUntilMs.get(`${companyId}/${did}`) ?? 0) > this.#needs.clock.now()) return false
    const key = `${companyId}/${did}/${channel}/${quality}/${fromMs}`
    const tries = this.#tries.get(key) ?? 0
    if (tries >= MOST_TRIES) return false
    remember(this.#tries, key, tries + 1)
    return true
  }

  /** Whether it is being filled. */
  async #try(stream: LiveStream, outage: Outage): Promise<boolean> {
    const { companyId, did } = stream
    try {
      const client = await this.#needs.openOnvif(companyId, did, LIMITS)
      const found = client && (await fillOrderOf(this.#needs, client, stream, outage))
      if (found?.kind === 'noStorage')
        remember(this.#withoutUntilMs, `${companyId}/${did}`, this.#needs.clock.now() + WITHOUT_MS)
      if (found?.kind !== 'order') return false
      const { order } = found
      if (this.#isBusy(`${companyId}/${did}`) || !this.#needs.fill(stream.number, order)) return false
      const untilMs = this.#needs.clock.now() + order.toMs - order.fromMs + PATIENCE_MS
      this.#filling = { id: order.id, device: `${companyId}/${did}`, untilMs }
      return true
    } catch (error) {
      // A device that is away, or that has nothing of the kind, keeps its gap.
      if (error instanceof OnvifFault || error instanceof Refusal) return false
      throw error
    }
  }
}

/** The first part of a stretch that these spans, which are in order, leave out; undefined where it is not worth a visit. */
function firstMissing(spans: readonly [number, number][], { fromMs, toMs }: Gap): Gap | undefined {
  let from = fromMs
  for (const [startMs, endMs] of spans) {
    if (endMs <= from) continue
    if (startMs - from >= LEAST_FETCHED_MS) return { fromMs: from, toMs: Math.min(toMs, startMs) }
    from = endMs
  }
  return toMs - from >= LEAST_FETCHED_MS ? { fromMs: from, toMs } : undefined
}

/** With a little of what is recorded on both sides, for its files say why they ended. */
function gapsBetween(spans: readonly [number, number][], sinceMs: number): Gap[] {
  return spans.flatMap(([fromMs], i) => {
    const endMs = spans[i - 1]?.[1]
    const isGap = endMs !== undefined && endMs >= sinceMs && fromMs - endMs >= SHORTEST_MS
    return isGap ? [{ fromMs: endMs - 1, toMs: fromMs + 1 }] : []
  })
}

function remember(map: Map<string, number>, key: string, value: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size > MOST_REMEMBERED) map.delete(oldest)
}
