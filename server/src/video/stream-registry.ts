/** Which streams the shards are to ingest: what the companies' devices have, each under its number. */
import { hasVideo } from '@vedette/contract/devices'
import type { StateReason } from '@vedette/contract/live'
import type { Quality } from '@vedette/contract/live-message'
import type { AddressOutcome } from '@vedette/devices/address'
import { canonicalAddress } from '@vedette/devices/ip'
import type { DesiredStream } from '@vedette/media/feed/messages'

import type { Clock, Timer } from '../engines/clock.ts'
import type { SecretBox } from '../engines/secret-box.ts'
import { type Answer, Lookups } from './lookups.ts'
import type { Presences } from './presence.ts'
import type { StoredStream, StreamStore } from './stream-store.ts'
import type { LiveStream, StreamStates } from './stream-states.ts'

/** Which devices were added, changed, moved or removed: these of a company; without DIDs all of it; without a company all. */
export type DeviceScope = readonly [companyId?: string, dids?: readonly string[]]

type ScopeListener = (...scope: DeviceScope) => void

export interface StreamRegistryOptions {
  store: StreamStore
  secretBox: SecretBox
  clock: Clock
  presences: Presences
  states: StreamStates
  /** Resolves and checks a stored address. */
  check: (url: string) => Promise<AddressOutcome>
  /** The list as it is now, whole. */
  onDesired: (streams: DesiredStream[]) => void
  onError: (error: unknown) => void
}

/** A name that did not resolve may do so later, and one whose camera is not reached any more to another address. */
const RETRY_NAMES_MS = 60_000

interface Known {
  stream: LiveStream
  stored: StoredStream
  /** Undefined while its name is asked for and was never known. */
  address: AddressOutcome | undefined
  /** Absent when it can't be ingested. */
  desired?: DesiredStream
}

export class StreamRegistry {
  readonly #options: StreamRegistryOptions
  /** Numbers outlive their streams: the same key has the same number while the gate lives. */
  readonly #numbers = new Map<string, number>()
  readonly #listeners = new Set<ScopeListener>()
  readonly #timer: Timer
  /** Company and device → the streams that it has, each by its key. */
  readonly #known = new Map<string, Map<string, Known>>()
  readonly #lookups: Lookups
  #queue: Promise<void> = Promise.resolve()

  constructor(options: StreamRegistryOptions) {
    this.#options = options
    const { clock, check, onError } = options
    this.#lookups = new Lookups({
      clock,
      check,
      onAnswers: (answers) => void this.#inTurn(async () => this.#located(answers)).catch(onError),
      onError,
    })
    this.#timer = clock.every(RETRY_NAMES_MS, () => {
      const lost = [...this.#all()].filter((each) => isNameUnknown(each) || this.#hasMoved(each))
      for (const [companyId, streams] of Map.groupBy(lost, ({ stream }) => stream.companyId))
        this.refresh(companyId, [...new Set(streams.map(({ stream }) => stream.did))]).catch(onError)
    })
  }

  /** Reads the streams of these devices anew. Resolves when the shards have been told; cameras that have a name follow when it is resolved. */
  refresh(...scope: DeviceScope): Promise<void> {
    return this.#inTurn(() => this.#read(scope))
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(act)
    this.#queue = run.catch(() => {
      // Told to the one who asked; the next one starts from what is known.
    })
    return run
  }

  /** The stream to show: of a device without a sub-stream the main one. */
  find(companyId: string, did: string, channel: number, quality: Quality): LiveStream | undefined {
    const streams = this.#known.get(deviceKeyOf({ companyId, did }))
    const known = streams?.get(keyOf({ companyId, did, channel, quality }))
    if (known || quality === 'main') return known?.stream
    return this.find(companyId, did, channel, 'main')
  }

  /** Those of these devices that the shards have. */
  ingested(...scope: DeviceScope): LiveStream[] {
    return this.#within(scope).flatMap(({ stream, desired }) => (desired ? [stream] : []))
  }

  /** Told whose streams were read anew. */
  onChange(listener: ScopeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#timer.stop()
    this.#lookups.close()
  }

  async #read(scope: DeviceScope): Promise<void> {
    const stored = await this.#options.store.streamsOf(...scope)
    const found = await Promise.all(
      stored.filter(({ devType }) => hasVideo(devType)).map((row) => this.#checked(row)),
    )
    const before = this.#within(scope)
    const after = Map.groupBy(found, ({ stream }) => deviceKeyOf(stream))
    for (const { stream } of before) this.#known.delete(deviceKeyOf(stream))
    for (const [device, streams] of after)
      this.#known.set(device, new Map(streams.map((known) => [keyOf(known.stream), known])))
    this.#tellStates(before, found)
    this.#tellDesired()
    for (const listener of this.#listeners) listener(...scope)
  }

  /** What was asked for may be gone, or have another address by now. */
  #located(answers: readonly Answer[]): void {
    const changes = answers.flatMap(({ key, url, outcome }) => {
      const before = this.#known.get(deviceKeyOfStream(key))?.get(key)
      if (before?.stored.url !== url || (before.address?.ok && isUnresolved(outcome))) return []
      const after = this.#knownAt(before.stored, outcome)
      return isSameSource(before, after) ? [] : [{ before, after }]
    })
    if (changes.length === 0) return
    for (const { after } of changes)
      this.#known.get(deviceKeyOf(after.stream))?.set(keyOf(after.stream), after)
    this.#tellStates(
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
    )
    this.#tellDesired()
    const byCompany = Map.groupBy(changes, ({ after }) => after.stream.companyId)
    for (const [companyId, those] of byCompany) {
      const dids = [...new Set(those.map(({ after }) => after.stream.did))]
      for (const listener of this.#listeners) listener(companyId, dids)
    }
  }

  #tellDesired(): void {
    this.#options.onDesired([...this.#all()].flatMap(({ desired }) => desired ?? []))
  }

  *#all(): Generator<Known> {
    for (const streams of this.#known.values()) yield* streams.values()
  }

  #within([companyId, dids]: DeviceScope): Known[] {
    if (companyId === undefined) return [...this.#all()]
    if (dids === undefined) return [...this.#all()].filter(({ stream }) => stream.companyId === companyId)
    return dids.flatMap((did) => [...(this.#known.get(deviceKeyOf({ companyId, did }))?.values() ?? [])])
  }

  #tellStates(before: readonly Known[], after: readonly Known[]): void {
    const { presences, states } = this.#options
    const was = new Map(before.map((known) => [keyOf(known.stream), known]))
    const keys = new Set(after.map(({ stream }) => keyOf(stream)))
    for (const { stream } of before) {
      const { companyId, did } = stream
      if (!keys.has(keyOf(stream))) states.end(stream)
      // It may be another company's by now.
      if (!this.#known.has(deviceKeyOf(stream)) && presences.of(companyId, did)) presences.remove(did)
    }
    for (const known of after) {
      const { stream, stored } = known
      presences.add(stream.companyId, stream.did, stored.regionId)
      const earlier = was.get(keyOf(stream))
      if (!earlier || !isSameSource(earlier, known)) states.begin(stream, refusalOf(known))
    }
  }

  async #checked(stored: StoredStream): Promise<Known> {
    const before = this.#known.get(deviceKeyOf(stored))?.get(keyOf(stored))
    // What is read anew for another's sake keeps its address, and its password is not opened again.
    if (before?.desired && isSameRow(before.stored, stored) && !this.#hasMoved(before))
      return { ...before, stored }
    return this.#knownAt(stored, await this.#addressOf(stored, before))
  }

  #knownAt(stored: StoredStream, address: AddressOutcome | undefined): Known {
    const { companyId, did, channel, quality } = stored
    const key = keyOf(stored)
    const stream = { number: this.#numberOf(key), companyId, did, channel, quality }
    const password = this.#passwordOf(stored)
    if (!address?.ok || password === undefined) return { stream, stored, address }
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
  async #addressOf(stored: StoredStream, before: Known | undefined): Promise<AddressOutcome | undefined> {
    const { url } = stored
    if (!hasName(url)) return this.#options.check(url)
    const same = before?.stored.url === url ? before : undefined
    if (!same?.address?.ok || this.#hasMoved(same)) this.#lookups.ask({ key: keyOf(stored), url })
    return same?.address
  }

  /** Whether a camera that has a name may be found at another address by now. */
  #hasMoved({ stream, stored, address }: Known): boolean {
    if (!address?.ok || !hasName(stored.url)) return false
    const { states, clock } = this.#options
    const state = states.of(stream.number)
    // Where another device stands by now, its certificate is of another name.
    const isLost = state?.reason === 'unreachable' || state?.reason === 'certificate'
    return isLost && state.state !== 'live' && clock.now() - state.sinceMs >= RETRY_NAMES_MS
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

function deviceKeyOf({ companyId, did }: Pick<LiveStream, 'companyId' | 'did'>): string {
  return `${companyId}/${did}`
}

/** The key of a stream begins with that of its device. */
function deviceKeyOfStream(key: string): string {
  return key.split('/', 2).join('/')
}

function hasName(url: string): boolean {
  return canonicalAddress(URL.parse(url)?.hostname ?? '') === undefined
}

function isUnresolved(address: AddressOutcome): boolean {
  return !address.ok && address.reason === 'unresolved'
}

function isNameUnknown({ address }: Known): boolean {
  return !address || isUnresolved(address)
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
  if (known.desired || !known.address) return undefined
  if (known.address.ok) return 'credentials'
  return isNameUnknown(known) ? 'unreachable' : 'addressRefused'
}
