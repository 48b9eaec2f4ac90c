/** The windows of one page: what each may show, shows, and is told about it. */
import { watchLive } from '@vedette/contract/calls/media'
import { CODES, Refusal } from '@vedette/contract/codes'
import { objectsIn } from '@vedette/contract/ids'
import {
  LIVE_MESSAGE,
  type LiveNotice,
  type LiveRequest,
  type QualitiesNotice,
  type StateReason,
} from '@vedette/contract/live'
import type { FanOut, Viewer } from '@vedette/media/live/fan-out'
import type { LiveHeader } from '@vedette/media/live/message'

import type { Authority } from '../authority/authority.ts'
import type { Principal } from '../authority/principal.ts'
import type { StreamRegistry } from '../video/stream-registry.ts'
import { isSame, type LiveStream, type StreamState, type StreamStates } from '../video/stream-states.ts'
import type { Transcodings } from '../video/transcodings.ts'
import { Window } from './window.ts'

export interface WallSources {
  authority: Pick<Authority, 'authorize' | 'principalOf'>
  streams: Pick<StreamRegistry, 'find'>
  states: Pick<StreamStates, 'of' | 'offersOf'>
  fanOut: FanOut
  nowMs: () => number
  transcodings: Pick<Transcodings, 'ask' | 'stateOf'>
}

export type GateNotice = LiveNotice | QualitiesNotice

/** Where a wall's notices and media go. */
export interface WallSink {
  tell(notice: GateNotice): void
  media(message: Buffer): void
  bufferedBytes(): number
  /** A window lost its right, and what waits may be of it. */
  lostRight(): void
  /** The person is about to see this. Resolves once it is on record. */
  watched(who: Principal, did: string, channel: number): Promise<void>
  /** A window shows a device that sleeps, or that fell asleep under it. */
  sleeps(companyId: string, did: string): void
}

type Subscription = Extract<LiveRequest, { type: 'subscribe' }>
type Wanted = Pick<Subscription, 'did' | 'channel' | 'quality'>

interface Place {
  window: Window
  /** The last that the page asked of this place: what an older request brings is dropped. */
  request: number
  told: StreamState | undefined
  /** JSON of the offers, as last told. */
  toldOffers: string | undefined
  /** Asked for a converted stream while too many were: it is tried again. */
  waiting: Subscription | undefined
}

export class Wall {
  readonly #sessionId: string
  readonly #from: WallSources
  readonly #sink: WallSink
  readonly #viewer: Viewer
  readonly #places = new Map<number, Place>()
  /** The company, once anything was checked. */
  #companyId: string | undefined
  #requests = 0
  /** Counts the times that rights or devices changed: what was checked before is checked again. */
  #changes = 0

  constructor(sessionId: string, from: WallSources, sink: WallSink) {
    this.#sessionId = sessionId
    this.#from = from
    this.#sink = sink
    this.#viewer = {
      send: (message, header) => this.#sendMedia(message, header),
      bufferedBytes: () => sink.bufferedBytes(),
    }
  }

  /** How many show a stream. */
  get windows(): number {
    let count = 0
    for (const { window } of this.#places.values()) if (window.wanted) count++
    return count
  }

  async subscribe(asked: Subscription): Promise<void> {
    const { window: number, did, channel, quality } = asked
    const place = this.#places.get(number) ?? this.#newPlace()
    const request = ++this.#requests
    place.request = request
    this.#places.set(number, place)
    const isAsked = (): boolean => this.#places.get(number)?.request === request
    const checked = await this.#check([{ did, channel, quality }], async (who) => {
      if (isAsked() && this.#from.streams.find(who.companyId, did, channel, quality))
        await this.#sink.watched(who, did, channel)
    })
    if (!isAsked()) return
    if (checked instanceof Refusal) return this.#refuse(number, checked)
    // A gateway, a channel that the device does not have, or no stream of it yet.
    const found = this.#from.streams.find(checked.companyId, did, channel, quality)
    if (!found) return this.#refuse(number, new Refusal('noVideo'))
    const stream = asked.convert === true ? this.#converted(place, found) : found
    if (typeof stream === 'string') return this.#wait(place, asked, stream)
    const { quality: given } = stream
    const isConverted = stream.source !== undefined
    this.#sink.tell({
      type: 'stream',
      window: number,
      stream: stream.number,
      did,
      channel,
      quality: given,
      ...(isConverted ? { isConverted } : {}),
    })
    place.waiting = undefined
    place.told = undefined
    place.toldOffers = undefined
    this.#tellState(number, place, stream)
    this.#tellOffers(number, place, stream)
    place.window.show(stream)
  }

  unsubscribe(number: number): void {
    this.#places.get(number)?.window.clear()
    this.#places.delete(number)
  }

  /** Windows that found too many streams being converted. */
  async tryConvertedAgain(): Promise<void> {
    for (const { waiting } of this.#places.values()) if (waiting) await this.subscribe(waiting)
  }

  stateChanged(stream: LiveStream): void {
    for (const [number, place] of this.#places) {
      const { wanted } = place.window
      if (wanted?.did !== stream.did) continue
      this.#tellState(number, place, wanted)
      this.#tellOffers(number, place, wanted)
    }
  }

  /** Checks every window anew. A company's name spares the pages of others. */
  async recheck(companyId = this.#companyId): Promise<void> {
    if (this.#companyId !== undefined && companyId !== this.#companyId) return
    this.#changes++
    const shown = [...this.#places].filter(([, { window }]) => window.wanted)
    for (const [number, place] of shown) {
      const { request } = place
      const checked = await this.#check(place.window.streams)
      if (this.#places.get(number)?.request !== request) continue
      if (checked instanceof Refusal) {
        this.#refuse(number, checked)
        this.#sink.lostRight()
      } else if (!place.window.streams.every((stream) => this.#isThere(stream)))
        this.#refuse(number, new Refusal('deviceNotFound'))
    }
  }

  close(): void {
    for (const { window } of this.#places.values()) window.clear()
    this.#places.clear()
  }

  /** Who asks, when he may watch all of these; else why not. What changes meanwhile counts, also while it is put on record. */
  async #check(
    wanted: readonly Wanted[],
    record = async (_who: Principal): Promise<void> => {},
  ): Promise<Principal | Refusal> {
    const { authority } = this.#from
    const objects = wanted.flatMap((each) => objectsIn(watchLive.body, each))
    try {
      for (;;) {
        const changes = this.#changes
        const principal = await authority.principalOf(this.#sessionId)
        await authority.authorize(principal, watchLive, objects)
        if (!principal) return new Refusal('notLoggedIn')
        this.#companyId = principal.companyId
        await record(principal)
        if (changes === this.#changes) return principal
      }
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  #newPlace(): Place {
    return {
      window: new Window(this.#from.fanOut, this.#viewer),
      request: 0,
      told: undefined,
      toldOffers: undefined,
      waiting: undefined,
    }
  }

  #isThere({ companyId, did, channel, quality, number, source = number }: LiveStream): boolean {
    return this.#from.streams.find(companyId, did, channel, quality)?.number === source
  }

  /** What the window showed until then may be in the way of it. */
  #converted({ window }: Place, found: LiveStream): LiveStream | StateReason {
    const { transcodings } = this.#from
    const stream = transcodings.ask(found)
    if (stream !== 'transcodingBusy' || window.wanted?.source === undefined) return stream
    window.clear()
    return transcodings.ask(found)
  }

  /** What it showed until then is not what was asked for. */
  #wait(place: Place, asked: Subscription, reason: StateReason): void {
    place.window.clear()
    place.told = undefined
    place.waiting = reason === 'transcodingBusy' ? asked : undefined
    const sinceMs = this.#from.nowMs()
    this.#sink.tell({ type: 'state', window: asked.window, state: 'failed', reason, sinceMs, attempt: 0 })
  }

  #refuse(window: number, { reason }: Refusal): void {
    this.unsubscribe(window)
    this.#sink.tell({ type: 'refused', window, code: CODES[reason].code })
  }

  #tellState(window: number, place: Place, stream: LiveStream): void {
    const { number, companyId, did, source = number } = stream
    const ofSource = this.#from.states.of(source)
    const state =
      ofSource?.state === 'live' ? (this.#from.transcodings.stateOf(number) ?? ofSource) : ofSource
    if (!state || (place.told && isSame(place.told, state))) return
    place.told = state
    this.#sink.tell({ type: 'state', window, ...state })
    if (state.state === 'sleeping') this.#sink.sleeps(companyId, did)
  }

  /** So that a page which can't play one quality's codec asks for another. */
  #tellOffers(window: number, place: Place, stream: LiveStream): void {
    const offers = this.#from.states.offersOf(stream)
    const json = JSON.stringify(offers)
    if (json === place.toldOffers) return
    place.toldOffers = json
    this.#sink.tell({ type: 'qualities', window, offers })
  }

  #sendMedia(message: Buffer, header: LiveHeader): void {
    this.#sink.media(message)
    if (header.type !== LIVE_MESSAGE.video || !header.isKey) return
    for (const { window } of this.#places.values()) window.keySent(header.stream)
  }
}
