/** The gate's end of `/vms/ws`: who is on it, and what is pushed to whom. */
import { deviceList } from '@vedette/contract/calls/device'
import type { Call } from '@vedette/contract/call'
import { getEventCloudPic } from '@vedette/contract/calls/event'
import { Refusal } from '@vedette/contract/codes'
import { encodeFrame } from '@vedette/contract/frame'
import {
  METHOD,
  type PresenceBody,
  type ProgressBody,
  type PtzBody,
  type RingBody,
  type RightsChangedBody,
} from '@vedette/contract/push'
import type { WebSocket } from 'ws'
import type { z } from 'zod'

import type { Authority, SessionEnd } from '../authority/authority.ts'
import { includesRegion, type Principal } from '../authority/principal.ts'
import type { Clock, Timer } from '../engines/clock.ts'
import { Quota } from '../http/quota.ts'
import { SessionHolds } from '../http/session-holds.ts'
import type { AlarmDeliveries } from '../modules/event/index.ts'
import type { JobNews } from '../modules/job/index.ts'
import type { Lease } from '../modules/ptz/index.ts'
import type { ChannelScope } from '../video/channel.ts'
import type { OpenWalls } from '../modules/wall/index.ts'
import type { Ring, Taken } from '../modules/ring/index.ts'
import type { DevicePresence } from '../video/presence.ts'
import type { SocketEntrance } from './attach-sockets.ts'
import { type PushGate, PushSocket } from './push-socket.ts'
import type { SessionKeys } from './session-keys.ts'

const CHECK_MS = 1000
const COMMUNITY_PAGES = ['residentialArea', 'building', 'resident', 'vehicle'] as const
const MAX_SOCKETS_OF_SESSION = 20
/** Sockets that have not logged in. */
const MAX_WAITING = 4000
const MAX_WAITING_OF_ADDRESS = 200
const TRY_AGAIN_LATER = 1013
/** Below the 65,535 bytes of a frame, whatever the names of reasons are. */
const DEVICES_PER_FRAME = 200
/** A WebSocket message may hold several frames; the console sends one. */
const MAX_MESSAGE_BYTES = 256 * 1024

export interface PushOptions {
  authority: Authority
  clock: Clock
  keys: SessionKeys
  /** Absent: nobody is told of alarms. */
  alarms?: AlarmDeliveries | undefined
  /** Absent: no wall takes cameras of colleagues. */
  walls?: Pick<OpenWalls, 'says' | 'left'> | undefined
  onError: (error: unknown) => void
}

export class Push implements SocketEntrance {
  readonly maxMessageBytes = MAX_MESSAGE_BYTES
  readonly #options: PushOptions
  readonly #gate: PushGate
  readonly #places = new Quota(MAX_WAITING, MAX_WAITING_OF_ADDRESS)
  /** Those that have not logged in, and how each gives its place back. */
  readonly #waiting = new Map<PushSocket, () => void>()
  readonly #open = new SessionHolds<PushSocket>(MAX_SOCKETS_OF_SESSION)
  #verdicts = 0
  readonly #timer: Timer
  readonly #stopListening: () => void

  constructor(options: PushOptions) {
    this.#options = options
    const { authority, clock, onError } = options
    this.#gate = {
      now: () => clock.now(),
      login: (socket, token) => this.#login(socket, token),
      admitted: (socket) => this.#joinsAlarms(socket),
      acknowledged: (sessionId, by) => this.#options.alarms?.acknowledged(sessionId, by) ?? false,
      heartbeat: (sessionId) => authority.touch(sessionId),
      showsWall: (socket, wall) => this.#options.walls?.says(socket, wall),
      left: (socket) => this.#left(socket),
      onError,
    }
    options.alarms?.connect({
      sessionsOf: (companyId) => this.#alarmSessions(companyId),
      sendTo: (sessionId, frame) => {
        for (const socket of this.#open.of(sessionId))
          if (socket.isAdmitted && socket.hearsAlarms) socket.send(frame)
      },
    })
    this.#timer = clock.every(CHECK_MS, () => this.#checkTimes())
    this.#stopListening = authority.onSessionEnd((sessionId, end) => this.#sessionChanged(sessionId, end))
  }

  accept(socket: WebSocket, address: string): void {
    const giveBack = this.#places.take(address)
    if (giveBack) this.#waiting.set(new PushSocket(socket, this.#gate), giveBack)
    else socket.close(TRY_AGAIN_LATER)
  }

  /** Tells the entitled sockets of the company, each frame built once for all who see the same devices of the list. */
  sendPresence(companyId: string, devices: readonly DevicePresence[]): void {
    const frames = new Map<string, Uint8Array[]>()
    for (const socket of this.#admitted()) {
      const { principal } = socket
      if (principal?.companyId !== companyId || !socket.seesDevices) continue
      const seen = devices.filter(({ regionId }) => includesRegion(principal.regions, regionId))
      const group = seen.map(({ did }) => did).join()
      const built = frames.get(group) ?? presenceFrames(seen)
      frames.set(group, built)
      for (const frame of built) socket.send(frame)
    }
  }

  /** Tells open pages to fetch their devices anew. It doesn't say which ones changed, since who may see them may have changed as well. */
  sendDevicesChanged(companyId: string): void {
    this.#sendChanged(METHOD.devicesChanged, companyId, ({ seesDevices }) => seesDevices)
  }

  /** The same for the lists of the community pages. */
  sendCommunityChanged(companyId: string): void {
    this.#sendChanged(METHOD.communityChanged, companyId, ({ principal }) =>
      COMMUNITY_PAGES.some((page) => principal?.pages.has(page)),
    )
  }

  #sendChanged(
    method: typeof METHOD.devicesChanged | typeof METHOD.communityChanged,
    companyId: string,
    sees: (socket: PushSocket) => boolean,
  ): void {
    const frame = encodeFrame({ METHOD: method, BODY: {}, SEQID: '' })
    for (const socket of this.#admitted())
      if (socket.principal?.companyId === companyId && sees(socket)) socket.send(frame)
  }

  /** Tells of a job that concerns one device. */
  sendProgress(companyId: string, regionId: string | null, BODY: ProgressBody): void {
    const frame = encodeFrame({ METHOD: METHOD.progress, BODY, SEQID: '' })
    for (const socket of this.#admitted()) {
      const { principal } = socket
      if (principal?.companyId !== companyId || !socket.seesDevices) continue
      if (includesRegion(principal.regions, regionId)) socket.send(frame)
    }
  }

  /** Tells in whose hand a camera is: the hand itself, and everybody else who sees it. */
  sendPtz(
    { companyId, did, channel }: ChannelScope,
    lease: Lease | undefined,
    regionId: string | null,
  ): void {
    const frame = (IsMine: boolean): Uint8Array => {
      const [Account, Until] = [lease?.account ?? '', lease?.untilMs ?? 0]
      const BODY: PtzBody = { DID: did, Channel: channel, Account, IsMine, Until }
      return encodeFrame({ METHOD: METHOD.ptz, BODY, SEQID: '' })
    }
    const [mine, others] = [frame(true), frame(false)]
    for (const socket of this.#admitted()) {
      const { principal } = socket
      if (principal?.companyId !== companyId || !socket.seesDevices) continue
      if (includesRegion(principal.regions, regionId))
        socket.send(principal.sessionId === lease?.sessionId ? mine : others)
    }
  }

  /** Tells all who see the doorbell that it need not ring any more. */
  sendRing({ companyId, did, eid }: Ring, { act, account, sessionId }: Taken, regionId: string | null): void {
    for (const socket of this.#admitted()) {
      const { principal } = socket
      if (principal?.companyId !== companyId || !socket.seesDevices) continue
      if (!includesRegion(principal.regions, regionId)) continue
      const IsMine = principal.sessionId === sessionId
      const BODY: RingBody = { DID: did, CloudEid: eid, Act: act, Account: account, IsMine }
      socket.send(encodeFrame({ METHOD: METHOD.ring, BODY, SEQID: '' }))
    }
  }

  /** Tells the account that asked for a job, on all of its pages. */
  sendJob({ companyId, accountId, kind, id, state, done, total }: JobNews): void {
    const Progress = total === 0 ? 0 : Math.floor((done * 100) / total)
    const BODY: ProgressBody = {
      Kind: kind === 'export' ? 'export' : 'import',
      ID: id,
      DID: '',
      State: state,
      Progress,
      Done: done,
      Total: total,
    }
    const frame = encodeFrame({ METHOD: METHOD.progress, BODY, SEQID: '' })
    for (const socket of this.#admitted())
      if (socket.principal?.companyId === companyId && socket.principal.accountId === accountId)
        socket.send(frame)
  }

  close(): void {
    this.#timer.stop()
    this.#stopListening()
  }

  async #login(socket: PushSocket, token: string): Promise<{ key: string; sessionId: string } | 'tooMany'> {
    const { authority, keys } = this.#options
    const { sessionId } = await authority.authenticate(token)
    // Who left meanwhile would keep one of the session's places for ever.
    if (!this.#waiting.has(socket)) throw new Refusal('socketTokenExpired')
    if (!this.#open.add(sessionId, socket)) return 'tooMany'
    this.#waitsNoLonger(socket)
    socket.sessionId = sessionId
    authority.touch(sessionId)
    if (!(await this.#check(sessionId, [socket]))) throw new Refusal('socketTokenExpired')
    return { key: keys.issue(sessionId), sessionId }
  }

  *#alarmSessions(companyId: string): Generator<{ sessionId: string; principal: Principal }> {
    for (const [sessionId, sockets] of this.#open.sessions()) {
      for (const { principal, isAdmitted, hearsAlarms } of sockets) {
        if (!principal || !isAdmitted || !hearsAlarms || principal.companyId !== companyId) continue
        yield { sessionId, principal }
        break
      }
    }
  }

  #joinsAlarms({ sessionId, principal, isAdmitted, hearsAlarms }: PushSocket): void {
    if (sessionId !== undefined && principal && isAdmitted && hearsAlarms)
      this.#options.alarms?.joined(sessionId, principal)
  }

  async #may(principal: Principal, call: Call): Promise<boolean> {
    try {
      await this.#options.authority.authorize(principal, call, [])
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  #waitsNoLonger(socket: PushSocket): void {
    this.#waiting.get(socket)?.()
    this.#waiting.delete(socket)
  }

  #left(socket: PushSocket): void {
    this.#waitsNoLonger(socket)
    this.#options.walls?.left(socket)
    const { sessionId } = socket
    if (sessionId !== undefined && this.#open.remove(sessionId, socket)) this.#options.alarms?.left(sessionId)
  }

  #sessionChanged(sessionId: string, end: SessionEnd): void {
    const sockets = this.#open.of(sessionId)
    if (sockets.length === 0) return
    const hasEnded = end !== 'rights'
    if (hasEnded) this.#options.alarms?.ended(sessionId)
    const frame = rightsFrame(hasEnded ? 'revoked' : 'rights')
    for (const socket of sockets) {
      if (hasEnded) socket.end(frame)
      else if (socket.isAdmitted) socket.send(frame)
    }
    if (!hasEnded) this.#check(sessionId, sockets).catch(this.#options.onError)
  }

  /** Asks who is on these sockets now. The latest of several questions under way counts, whichever is answered last. */
  async #check(sessionId: string, sockets: Iterable<PushSocket>): Promise<Principal | undefined> {
    const verdict = ++this.#verdicts
    for (const socket of sockets) socket.verdict = verdict
    const principal = await this.#options.authority.principalOf(sessionId)
    const seesDevices = principal !== undefined && (await this.#may(principal, deviceList))
    const hearsAlarms = principal !== undefined && (await this.#may(principal, getEventCloudPic))
    for (const socket of sockets) {
      if (socket.verdict !== verdict) continue
      socket.principal = principal
      socket.seesDevices = seesDevices
      socket.hearsAlarms = hearsAlarms
      this.#joinsAlarms(socket)
    }
    return principal
  }

  #checkTimes(): void {
    const nowMs = this.#options.clock.now()
    for (const socket of this.#waiting.keys()) socket.checkTime(nowMs)
    for (const socket of this.#open) socket.checkTime(nowMs)
  }

  *#admitted(): Generator<PushSocket> {
    for (const socket of this.#open) if (socket.isAdmitted) yield socket
  }
}

function presenceFrames(devices: readonly DevicePresence[]): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let at = 0; at < devices.length; at += DEVICES_PER_FRAME) {
    const BODY: PresenceBody = {
      List: devices.slice(at, at + DEVICES_PER_FRAME).map(({ did, presence, reason, sinceMs, status }) => ({
        DID: did,
        Presence: presence,
        Reason: reason,
        Since: sinceMs,
        Status: status,
      })),
    }
    frames.push(encodeFrame({ METHOD: METHOD.presence, BODY, SEQID: '' }))
  }
  return frames
}

function rightsFrame(Reason: 'revoked' | 'rights'): Uint8Array {
  const BODY: z.infer<typeof RightsChangedBody> = { Reason }
  return encodeFrame({ METHOD: METHOD.rightsChanged, BODY, SEQID: '' })
}
