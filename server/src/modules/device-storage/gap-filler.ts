/** Fills what an outage left out of the recordings from the devices' own storage, one gap at a time. */
import { Refusal } from '@vedette/contract/codes'
import type { AddressCheck } from '@vedette/devices/driver'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { OnvifFault } from '@vedette/devices/onvif/fault'
import { getProfiles, streamUrlAt } from '@vedette/devices/onvif/media'
import { findStoredFootage, footageOfChannel, getReplayUri } from '@vedette/devices/onvif/stored-footage'
import type { FillOrder } from '@vedette/media/feed/recording-messages'

import type { Clock, Timer } from '../../engines/clock.ts'
import { repeat } from '../../engines/repeat.ts'
import type { LiveStream } from '../../video/stream-states.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { Outage, Recording } from '../record/index.ts'

export interface GapFillerNeeds {
  clock: Clock
  openOnvif: OpenOnvif
  checkAddress: AddressCheck
  recording: Pick<Recording, 'plan' | 'outagesOf'>
  ingested: () => readonly LiveStream[]
  /** Whether a shard took the order. */
  fill: (stream: number, order: FillOrder) => boolean
  onError: (error: unknown) => void
}

const LOOK_MS = 30_000
/** How far back gaps are filled. */
const REACH_MS = 24 * 3_600_000
/** Of a longer gap the part that comes first: it is fetched as fast as it was taken. */
const LONGEST_MS = 3_600_000
const MOST_TRIES = 3
const MOST_REMEMBERED = 10_000
/** Beyond the gap's own length; what a shard says no more of by then is given up. */
const PATIENCE_MS = 120_000
const LIMITS = { deadlineMs: 8000, totalMs: 30_000 }
/** ONVIF tells a device's clock in whole seconds; what its sender reports told is exact, where both mean the same clock. */
const SAME_CLOCK_MS = 1500

export class GapFiller {
  readonly #needs: GapFillerNeeds
  readonly #timer: Timer
  /** How often each gap was tried, by stream and start. */
  readonly #tries = new Map<string, number>()
  #busyUntilMs = 0

  constructor(needs: GapFillerNeeds) {
    this.#needs = needs
    this.#timer = repeat(needs.clock, LOOK_MS, () => this.look(), needs.onError)
  }

  /** A shard has ended what it was told to fill. */
  over(): void {
    this.#busyUntilMs = 0
  }

  close(): void {
    this.#timer.stop()
  }

  /** Begins to fill the first gap that is worth a try. */
  async look(): Promise<void> {
    const { clock, recording, ingested } = this.#needs
    if (clock.now() < this.#busyUntilMs) return
    const range = { fromMs: Math.max(0, clock.now() - REACH_MS), toMs: clock.now() }
    for (const [companyId, streams] of Map.groupBy(ingested(), (stream) => stream.companyId)) {
      const isWanted = await recording.plan.wanted(companyId)
      for (const stream of streams.filter((it) => it.source === undefined && isWanted(it)))
        for (const outage of await recording.outagesOf(companyId, stream, range))
          if (await this.#try(stream, outage)) return
    }
  }

  /** Whether it is being filled. */
  async #try(stream: LiveStream, outage: Outage): Promise<boolean> {
    const { companyId, did, channel, quality } = stream
    const key = `${companyId}/${did}/${channel}/${quality}/${outage.fromMs}`
    const tries = this.#tries.get(key) ?? 0
    if (tries >= MOST_TRIES) return false
    this.#tries.set(key, tries + 1)
    const [oldest] = this.#tries.keys()
    if (oldest !== undefined && this.#tries.size > MOST_REMEMBERED) this.#tries.delete(oldest)
    try {
      const client = await this.#needs.openOnvif(companyId, did, LIMITS)
      const order = client && (await this.#orderOf(client, stream, outage))
      if (!order || !this.#needs.fill(stream.number, order)) return false
      this.#busyUntilMs = this.#needs.clock.now() + order.toMs - order.fromMs + PATIENCE_MS
      return true
    } catch (error) {
      // A device that is away, or that has nothing of the kind, keeps its gap.
      if (error instanceof OnvifFault || error instanceof Refusal) return false
      throw error
    }
  }

  async #orderOf(
    client: OnvifClient,
    { companyId: company, did, channel, quality }: LiveStream,
    outage: Outage,
  ): Promise<FillOrder | undefined> {
    await client.open()
    const found = await findStoredFootage(client)
    if (!found || found.length === 0) return undefined
    const own = footageOfChannel(found, await getProfiles(client), channel)
    const footage = own.find(({ fromMs, toMs }) => fromMs < outage.toMs && toMs > outage.fromMs)
    const url = footage && streamUrlAt(await getReplayUri(client, footage.token), client.target.url)
    const address = url === undefined ? undefined : await this.#needs.checkAddress(url)
    if (!address?.ok) return undefined
    const { clockOffsetMs, target } = client
    const exact = outage.aheadMs
    const isExact = exact !== undefined && Math.abs(exact - clockOffsetMs) < SAME_CLOCK_MS
    const { username, password, tls } = target
    return {
      company,
      did,
      channel,
      quality,
      archive: this.#needs.recording.plan.archive,
      target: {
        url: address.url,
        connectHost: address.connectHost,
        tls,
        ...(username && { username, password }),
      },
      fromMs: outage.fromMs,
      toMs: Math.min(outage.toMs, outage.fromMs + LONGEST_MS),
      aheadMs: Math.round(isExact ? exact : clockOffsetMs),
      filledAtMs: this.#needs.clock.now(),
    }
  }
}
