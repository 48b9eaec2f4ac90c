/** Which streams the shards are to ingest: what the companies' devices have, each under its number. */
import { hasVideo } from '@vedette/contract/devices'
import type { Quality, StateReason } from '@vedette/contract/live'
import type { AddressOutcome } from '@vedette/devices/address'
import { canonicalAddress } from '@vedette/devices/ip'
import type { DesiredStream } from '@vedette/media/feed/messages'

import type { Clock, Timer } from '../engines/clock.ts'
import type { SecretBox } from '../engines/secret-box.ts'
import type { Presences } from './presence.ts'
import type { StoredStream, StreamStore } from './stream-store.ts'
import type { LiveStream, StreamStates } from './stream-states.ts'

/** What the device module tells when devices were added, changed, moved or removed. */
export interface StreamRefresh {
  /** Reads the company's streams anew, or those of all. Answers when the shards have been told. */
  refresh(companyId?: string): Promise<void>
}

export interface DesiredStreamsOptions {
  store: StreamStore
  secretBox: SecretBox
  clock: Clock
  presences: Presences
  states: StreamStates
  /** Resolves and judges a stored address. */
  judge: (url: string) => Promise<AddressOutcome>
  /** The list as it is now, whole. */
  onDesired: (streams: DesiredStream[]) => void
  onError: (error: unknown) => void
}

/** A name that did not resolve may do so later, and one whose camera is not reached any more to another address. */
const RETRY_NAMES_MS = 60_000

interface Known {
  stream: LiveStream
  stored: StoredStream
  address: AddressOutcome
  /** Absent when it can't be ingested. */
  desired?: DesiredStream
}

export class DesiredStreams implements StreamRefresh {
  readonly #options: DesiredStreamsOptions
  /** Numbers outlive their streams: the same key has the same number while the gate lives. */
  readonly #numbers = new Map<string, number>()
  readonly #listeners = new Set<(companyId: string | undefined) => void>()
  readonly #timer: Timer
  #known = new Map<string, Known>()
  #queue: Promise<void> = Promise.resolve()

  constructor(options: DesiredStreamsOptions) {
    this.#options = options
    this.#timer = options.clock.every(RETRY_NAMES_MS, () => {
      const known = [...this.#known.values()]
      if (known.some((each) => isNameUnknown(each) || this.#hasMoved(each)))
        this.refresh().catch(options.onError)
    })
  }

  refresh(companyId?: string): Promise<void> {
    const run = this.#queue.then(() => this.#read(companyId))
    this.#queue = run.catch(() => {
      // Told to the one who asked; the next one starts from what is known.
    })
    return run
  }

  /** The stream to show: of a device without a sub-stream the main one. */
  find(companyId: string, did: string, channel: number, quality: Quality): LiveStream | undefined {
    const known = this.#known.get(keyOf({ companyId, did, channel, quality }))
    if (known || quality === 'main') return known?.stream
    return this.find(companyId, did, channel, 'main')
  }

  /** Those of a company, or of all, that the shards have. */
  ingested(companyId: string | undefined): LiveStream[] {
    return [...this.#known.values()].flatMap(({ stream, desired }) =>
      desired && (companyId === undefined || stream.companyId === companyId) ? [stream] : [],
    )
  }

  /** Told the company whose devices were read anew, undefined for all. */
  onChange(listener: (companyId: string | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#timer.stop()
  }

  async #read(companyId: string | undefined): Promise<void> {
    const { store } = this.#options
    const stored = await store.streamsOf(companyId === undefined ? 'all' : { companyId })
    const found = await Promise.all(
      stored.filter(({ devType }) => hasVideo(devType)).map((row) => this.#judged(row)),
    )
    const isInScope = ({ stream }: Known) => companyId === undefined || stream.companyId === companyId
    const before = this.#known
    const after = new Map([...before].filter(([, known]) => !isInScope(known)))
    for (const known of found) after.set(keyOf(known.stream), known)
    this.#known = after
    this.#tellStates(before, after)
    this.#options.onDesired([...after.values()].flatMap(({ desired }) => desired ?? []))
    for (const listener of this.#listeners) listener(companyId)
  }

  #tellStates(before: ReadonlyMap<string, Known>, after: ReadonlyMap<string, Known>): void {
    const { presences, states } = this.#options
    const devices = new Set([...after.values()].map(({ stream }) => stream.did))
    for (const [key, { stream }] of before) {
      if (!after.has(key)) states.end(stream)
      if (!devices.has(stream.did)) presences.remove(stream.did)
    }
    for (const [key, known] of after) {
      const { stream, stored } = known
      presences.add(stream.companyId, stream.did, stored.regionId)
      const was = before.get(key)
      if (!was || !isSameSource(was, known)) states.begin(stream, refusalOf(known))
    }
  }

  async #judged(stored: StoredStream): Promise<Known> {
    const { companyId, did, channel, quality, url } = stored
    const key = keyOf(stored)
    const before = this.#known.get(key)
    // One change of a large company reads all its rows: the others' passwords are not opened again for it.
    if (before?.desired && isSameRow(before.stored, stored) && !this.#hasMoved(before))
      return { ...before, stored }
    const stream = { number: this.#numberOf(key), companyId, did, channel, quality }
    const address = await this.#addressOf(url, before)
    const password = this.#passwordOf(stored)
    if (!address.ok || password === undefined) return { stream, stored, address }
    const desired: DesiredStream = {
      stream: stream.number,
      key,
      url: address.url,
      username: stored.username ?? '',
      password,
      transport: stored.transport,
      tls: stored.tls,
      connectHost: address.connectHost,
    }
    return { stream, stored, address, desired }
  }

  /** A name that was resolved stays pinned until its address is changed or its camera is not reached there any more. */
  async #addressOf(url: string, before: Known | undefined): Promise<AddressOutcome> {
    if (!before?.address.ok || before.stored.url !== url) return this.#options.judge(url)
    if (!this.#hasMoved(before)) return before.address
    const address = await this.#options.judge(url)
    const isUnknownNow = !address.ok && address.reason === 'unresolved'
    return isUnknownNow ? before.address : address
  }

  /** Whether a camera that has a name may be found at another address by now. */
  #hasMoved({ stream, stored, address }: Known): boolean {
    if (!address.ok) return false
    const { states, clock } = this.#options
    const state = states.of(stream.number)
    const isLost = state?.state !== 'live' && state?.reason === 'unreachable'
    if (!isLost || clock.now() - state.sinceMs < RETRY_NAMES_MS) return false
    return canonicalAddress(URL.parse(stored.url)?.hostname ?? '') === undefined
  }

  /** Undefined when the box does not open: the password has to be entered again. */
  #passwordOf({ companyId, did, box }: StoredStream): string | undefined {
    if (box === null) return ''
    try {
      return this.#options.secretBox.open(box, { companyId, did }).reveal()
    } catch (error) {
      // One device's damage must not stop the streams of all.
      this.#options.onError(error)
      return undefined
    }
  }

  #numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1
    this.#numbers.set(key, number)
    return number
  }
}

function keyOf({ companyId, did, channel, quality }: Omit<LiveStream, 'number'>): string {
  return `${companyId}/${did}/${channel}/${quality}`
}

function isNameUnknown({ address }: Known): boolean {
  return !address.ok && address.reason === 'unresolved'
}

/** Whether the row says the same of where the stream is and how it is reached. */
function isSameRow(a: StoredStream, b: StoredStream): boolean {
  return (
    a.url === b.url &&
    a.box === b.box &&
    a.username === b.username &&
    a.transport === b.transport &&
    a.tls === b.tls
  )
}

function isSameSource(a: Known, b: Known): boolean {
  if (!a.desired || !b.desired) return a.desired === b.desired && refusalOf(a) === refusalOf(b)
  return (
    a.desired.url === b.desired.url &&
    a.desired.connectHost === b.desired.connectHost &&
    a.desired.username === b.desired.username &&
    a.desired.password === b.desired.password &&
    a.desired.transport === b.desired.transport &&
    a.desired.tls === b.desired.tls
  )
}

/** Why it can't be ingested, undefined when it can. */
function refusalOf(known: Known): StateReason | undefined {
  if (known.desired) return undefined
  if (known.address.ok) return 'credentials'
  return isNameUnknown(known) ? 'unreachable' : 'addressRefused'
}
