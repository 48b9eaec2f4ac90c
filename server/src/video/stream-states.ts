/** How the streams are, from what the shards report and what that says of their devices. */
import { PRESENCE } from '@vedette/contract/devices'
import type { StateReason, WindowState } from '@vedette/contract/live'
import type { Quality } from '@vedette/contract/live-message'
import type { Evidence } from '@vedette/media/feed/messages'

import type { Clock } from '../engines/clock.ts'
import type { Presences } from './presence.ts'

/** One stream of a device, under its number on the live wire. */
export interface LiveStream {
  number: number
  companyId: string
  did: string
  channel: number
  quality: Quality
  /** Set for a converted stream: the number of the one that it is made of. */
  source?: number
}

export interface StreamState {
  state: WindowState
  reason: StateReason
  sinceMs: number
  attempt: number
  /** Packets from the camera lost on the way, per hundred; absent for none. */
  lost?: number
}

/** What a stream has shown of itself; `codec` is empty until it has. */
export interface StreamFacts {
  codec: string
  width: number
  height: number
  sound: boolean
}

const UNSEEN: StreamFacts = { codec: '', width: 0, height: 0, sound: false }

interface Known {
  stream: LiveStream
  state: StreamState
  facts: StreamFacts
}

type StateListener = (stream: LiveStream) => void

/** Reasons that time alone does not heal; the shard tries on nevertheless. */
const LASTING: readonly StateReason[] = [
  'certificate',
  'credentials',
  'notFound',
  'addressRefused',
  'noVideo',
  'unsupportedCodec',
]

export class StreamStates {
  readonly #clock: Clock
  readonly #presences: Presences
  readonly #streams = new Map<number, Known>()
  readonly #byDevice = new Map<string, Set<number>>()
  /** Streams whose shard says nothing, and since when. */
  readonly #silent = new Map<number, number>()
  readonly #listeners = new Set<StateListener>()

  constructor(clock: Clock, presences: Presences) {
    this.#clock = clock
    this.#presences = presences
    presences.onChange((_companyId, devices) => {
      for (const { did } of devices) for (const number of this.#byDevice.get(did) ?? []) this.#tell(number)
    })
  }

  onChange(listener: StateListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A stream begins, or begins anew with another address. `refused` says that it cannot. */
  begin(stream: LiveStream, refused?: StateReason): void {
    const devices = this.#byDevice.get(stream.did) ?? new Set()
    this.#byDevice.set(stream.did, devices.add(stream.number))
    const sinceMs = this.#clock.now()
    const state: StreamState = refused
      ? { state: 'failed', reason: refused, sinceMs, attempt: 0 }
      : { state: 'loading', reason: 'connecting', sinceMs, attempt: 0 }
    this.#set({ stream, state, facts: UNSEEN })
  }

  end({ number, did }: LiveStream): void {
    this.#streams.delete(number)
    this.#silent.delete(number)
    const devices = this.#byDevice.get(did)
    devices?.delete(number)
    if (devices?.size === 0) this.#byDevice.delete(did)
  }

  /** Evidence on a stream that ended since is late and means nothing. */
  evidence({ stream: number, codec, width, height, ...told }: Evidence): void {
    const known = this.#streams.get(number)
    if (!known) return
    const { state, reason, sinceMs, attempt, lost } = told
    const isHopeless = state !== 'live' && LASTING.includes(reason)
    // Between two sessions a shard knows no format; what the stream has shown stays true.
    const facts = codec === '' ? known.facts : { ...known.facts, codec, width, height }
    const standing = { state: isHopeless ? 'failed' : state, reason, sinceMs, attempt } as const
    this.#set({ ...known, facts, state: lost > 0 ? { ...standing, lost } : standing })
  }

  /** The stream's configuration passed by. */
  configured(number: number, sound: boolean): void {
    const known = this.#streams.get(number)
    if (known) this.#set({ ...known, facts: { ...known.facts, sound } })
  }

  /** What the streams of a device's channel have shown, the main one first. */
  offersOf({ did, channel }: LiveStream): ({ quality: Quality } & StreamFacts)[] {
    return [...(this.#byDevice.get(did) ?? [])]
      .flatMap((number) => this.#streams.get(number) ?? [])
      .filter(({ stream }) => stream.channel === channel)
      .map(({ stream, facts }) => ({ quality: stream.quality, ...facts }))
      .toSorted((a, b) => a.quality.localeCompare(b.quality))
  }

  /** The shard of these streams died; it is started anew and reports on each of them. */
  shardDown(numbers: readonly number[]): void {
    const state: StreamState = {
      state: 'reconnecting',
      reason: 'shardRestarting',
      sinceMs: this.#clock.now(),
      attempt: 0,
    }
    for (const number of numbers) {
      const known = this.#streams.get(number)
      if (known) this.#set({ ...known, state })
    }
  }

  /** The shard of these streams stands still, or is heard again. */
  shardSilent(numbers: readonly number[], isSilent: boolean): void {
    for (const number of numbers) {
      if (isSilent) this.#silent.set(number, this.#clock.now())
      else if (!this.#silent.delete(number)) continue
      this.#tell(number)
    }
  }

  countByState(): Map<WindowState, number> {
    const counts = new Map<WindowState, number>()
    for (const number of this.#streams.keys()) {
      const state = this.of(number)?.state
      if (state) counts.set(state, (counts.get(state) ?? 0) + 1)
    }
    return counts
  }

  /** What a window says of the stream. Undefined for one that ended. */
  of(number: number): StreamState | undefined {
    const known = this.#streams.get(number)
    if (!known) return undefined
    const { stream, state } = known
    const silentMs = this.#silent.get(number)
    if (silentMs !== undefined && state.state === 'live')
      return { state: 'reconnecting', reason: 'noPicture', sinceMs: silentMs, attempt: 0 }
    const isTrying = state.state === 'loading' || state.state === 'reconnecting'
    if (!isTrying || state.reason === 'shardRestarting') return state
    const device = this.#presences.of(stream.companyId, stream.did)
    if (!device) return state
    const { presence, reason, sinceMs, status, statusSinceMs } = device
    const { attempt } = state
    if (status === 'upgrading') return { state: 'upgrading', reason: 'none', sinceMs: statusSinceMs, attempt }
    if (presence === PRESENCE.sleeping) return { state: 'sleeping', reason, sinceMs, attempt }
    if (presence !== PRESENCE.offline || reason === 'connecting') return state
    return { state: 'offline', reason, sinceMs, attempt }
  }

  #set(next: Known): void {
    const { number, did } = next.stream
    const before = this.#streams.get(number)
    this.#streams.set(number, next)
    this.#presences.evidence(did, ...this.#ofDevice(did))
    if (!before || !isSame(before.state, next.state) || !isSameFacts(before.facts, next.facts))
      this.#tell(number)
  }

  /** Whether any stream of the device is live, why the first is not, and since when none is. */
  #ofDevice(did: string): [isLive: boolean, reason: StateReason, sinceMs: number] {
    const states = [...(this.#byDevice.get(did) ?? [])].flatMap((number) => {
      const known = this.#streams.get(number)
      return known ? [known.state] : []
    })
    const sinceMs = Math.max(0, ...states.map((state) => state.sinceMs))
    return [states.some(({ state }) => state === 'live'), states[0]?.reason ?? 'connecting', sinceMs]
  }

  #tell(number: number): void {
    const known = this.#streams.get(number)
    if (known) for (const listener of this.#listeners) listener(known.stream)
  }
}

export function isSame(a: StreamState, b: StreamState): boolean {
  return (
    a.state === b.state &&
    a.reason === b.reason &&
    a.sinceMs === b.sinceMs &&
    a.attempt === b.attempt &&
    a.lost === b.lost
  )
}

function isSameFacts(a: StreamFacts, b: StreamFacts): boolean {
  return a.codec === b.codec && a.width === b.width && a.height === b.height && a.sound === b.sound
}
