/** The gate's end of `/vms/media/live`: the pages that are open, and whose they are. */
import type { FanOut } from '@vedette/media/live/fan-out'
import type { WebSocket } from 'ws'

import type { Authority } from '../authority/authority.ts'
import type { Clock } from '../engines/clock.ts'
import type { AuditLog } from '../modules/audit/index.ts'
import { Quota } from '../http/quota.ts'
import { SessionHolds } from '../http/session-holds.ts'
import type { SocketEntrance } from '../push/attach-sockets.ts'
import type { SessionKeys } from '../push/session-keys.ts'
import type { StreamRegistry } from '../video/stream-registry.ts'
import type { StreamStates } from '../video/stream-states.ts'
import type { Talks } from '../video/talks.ts'
import type { Transcodings } from '../video/transcodings.ts'
import { Page, type PageOptions } from './page.ts'
import { Tickets } from './tickets.ts'

export interface LiveOptions {
  authority: Authority
  audit: Pick<AuditLog, 'watched' | 'seen'>
  clock: Clock
  keys: Pick<SessionKeys, 'keyOf'>
  streams: Pick<StreamRegistry, 'find' | 'onChange'>
  states: Pick<StreamStates, 'of' | 'offersOf' | 'onChange'>
  fanOut: FanOut
  talks: Pick<Talks, 'begin'>
  transcodings: Pick<Transcodings, 'ask' | 'stateOf' | 'onChange'>
  /** Somebody watches a device that sleeps. */
  onAsleep: (companyId: string, did: string) => void
  onError: (error: unknown) => void
}

const MAX_REQUEST_BYTES = 4096
const MAX_PAGES_OF_SESSION = 20
/** Sockets that have shown no ticket. */
const MAX_WAITING = 4000
const MAX_WAITING_OF_ADDRESS = 200
const PING_MS = 10_000
const TRY_AGAIN_LATER = 1013

export class Live implements SocketEntrance {
  readonly maxMessageBytes = MAX_REQUEST_BYTES
  readonly #authority: Authority
  readonly #tickets: Tickets
  readonly #pageOptions: PageOptions
  readonly #places = new Quota(MAX_WAITING, MAX_WAITING_OF_ADDRESS)
  /** Those that have shown no ticket, and how each gives its place back. */
  readonly #waiting = new Map<Page, () => void>()
  readonly #sessionOf = new Map<Page, string>()
  readonly #open = new SessionHolds<Page>(MAX_PAGES_OF_SESSION)
  readonly #stops: (() => void)[]

  constructor(options: LiveOptions) {
    const { authority, audit, clock, keys, streams, states, fanOut, talks, transcodings, onAsleep, onError } =
      options
    this.#authority = authority
    this.#tickets = new Tickets(keys, clock)
    this.#pageOptions = {
      authority,
      audit,
      clock,
      streams,
      states,
      fanOut,
      talks,
      transcodings,
      nowMs: () => clock.now(),
      onAsleep,
      admit: (page, ticket) => this.#admit(page, ticket),
      left: (page) => this.#left(page),
      onError,
    }
    const pings = clock.every(PING_MS, () => this.#pingAll(clock.now()))
    this.#stops = [
      () => pings.stop(),
      authority.onSessionEnd((sessionId, end) => {
        for (const page of this.#open.of(sessionId))
          if (end === 'rights') page.recheck()
          else page.end()
      }),
      states.onChange((stream) => {
        for (const page of this.#sessionOf.keys()) page.stateChanged(stream)
      }),
      transcodings.onChange((stream) => {
        for (const page of this.#sessionOf.keys())
          if (stream) page.stateChanged(stream)
          else page.tryConvertedAgain()
      }),
      // Devices that were removed, or moved to where a viewer may not look.
      streams.onChange((companyId) => {
        for (const page of this.#sessionOf.keys()) page.recheck(companyId)
      }),
    ]
  }

  accept(socket: WebSocket, address: string): void {
    const giveBack = this.#places.take(address)
    if (giveBack) this.#waiting.set(new Page(socket, address, this.#pageOptions), giveBack)
    else socket.close(TRY_AGAIN_LATER)
  }

  /** Sockets whose ticket admitted them. */
  get pages(): number {
    return this.#sessionOf.size
  }

  /** Windows that show a stream, on all pages. */
  get windows(): number {
    let count = 0
    for (const page of this.#sessionOf.keys()) count += page.windows
    return count
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #admit(page: Page, ticket: string): string | undefined {
    const sessionId = this.#tickets.admit(ticket)
    if (sessionId === undefined || !this.#open.add(sessionId, page)) return undefined
    this.#waitsNoLonger(page)
    this.#sessionOf.set(page, sessionId)
    // Only sessions in use are told of when they end.
    this.#authority.touch(sessionId)
    return sessionId
  }

  #waitsNoLonger(page: Page): void {
    this.#waiting.get(page)?.()
    this.#waiting.delete(page)
  }

  #left(page: Page): void {
    this.#waitsNoLonger(page)
    const sessionId = this.#sessionOf.get(page)
    if (sessionId === undefined) return
    this.#sessionOf.delete(page)
    this.#open.remove(sessionId, page)
  }

  #pingAll(nowMs: number): void {
    for (const [page, sessionId] of this.#sessionOf) {
      page.ping(nowMs)
      this.#authority.touch(sessionId)
    }
  }
}
