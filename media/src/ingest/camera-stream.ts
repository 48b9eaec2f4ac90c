import type { AccessUnit, AudioFormat, SessionEnd, VideoFormat } from '../access-unit.ts'
import { Blocks } from '../blocks.ts'
import type { StreamStatus } from '../feed/messages.ts'
import { GopCache } from '../live/gop-cache.ts'
import { GopMemory } from '../live/gop-memory.ts'
import { type LiveMessage, MESSAGE_TYPE } from '../live/message.ts'
import { Packager } from '../live/packager.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import type { RtspSession, RtspSessionEvents, RtspTarget } from '../rtsp/session.ts'
import { BackOff, LoginBackOff } from './back-off.ts'
import type { Clock } from './clock.ts'
import { LossMeter } from './loss-meter.ts'
import { RateMeter } from './rate-meter.ts'

/** Hears all that a camera sends. Whatever it keeps of a unit's bytes it copies before it returns. */
export interface MediaTap {
  format(format: VideoFormat | AudioFormat): void
  accessUnit(unit: AccessUnit): void
  senderReport(report: SenderReport): void
  /** What follows, if anything does, is of another session. */
  restart(): void
}

export interface CameraStreamOptions {
  stream: number
  target: RtspTarget
  clock: Clock
  /** Shared with the other streams that log in to the camera with the same credentials. */
  login?: LoginBackOff
  /** Shared with the other streams of the process. */
  blocks?: Blocks
  /** How a session with the camera is opened. */
  open: (target: RtspTarget, events: RtspSessionEvents, memory: Pick<GopMemory, 'takeBlock'>) => RtspSession
  tap?: MediaTap
  /** A live message, ready to send. Who keeps it asks for its bytes at once, which are its own then. */
  onMessage(message: LiveMessage): void
  /** The state, its reason or the attempt is another now. */
  onStatus(): void
}

/** Without a picture for longer, or for three times as long as they usually are apart, a stream is not live. */
const NO_PICTURE_US = 2_000_000
const INTERVALS = 3
/** Weight of one picture's distance in the running mean. */
const INTERVAL_WEIGHT = 1 / 8
const LONGEST_INTERVAL_US = 10_000_000

type Standing = Pick<StreamStatus, 'state' | 'reason' | 'sinceMs' | 'attempt'>

/** Since the stream was started. */
export interface StreamTotals {
  frames: number
  bytes: number
  lostPackets: number
}

/** One stream of a camera: keeps a session with it, over and over until `stop`, and makes live messages of it. */
export class CameraStream {
  readonly totals: StreamTotals = { frames: 0, bytes: 0, lostPackets: 0 }
  readonly #options: CameraStreamOptions
  readonly #packager: Packager
  readonly #cache = new GopCache()
  readonly #backOff = new BackOff()
  readonly #login: LoginBackOff
  readonly #blocks: Blocks
  #memory: GopMemory
  /** Whether a key frame began with the unit under way. */
  #hasBegunGop = false
  #rates = new RateMeter()
  #loss = new LossMeter()
  /** When the last picture came, and how far apart they usually are. */
  #pictureUs = 0
  #intervalUs = 0
  #cancelWatch: (() => void) | undefined
  #standing: Standing
  #format: VideoFormat | undefined
  #session: RtspSession | undefined
  #cancelRetry: () => void = () => {}
  /** Events of a session that is not the current one are late and mean nothing. */
  #sessionNumber = 0

  constructor(options: CameraStreamOptions) {
    this.#options = options
    this.#login = options.login ?? new LoginBackOff()
    this.#blocks = options.blocks ?? new Blocks()
    this.#memory = new GopMemory(this.#blocks)
    this.#packager = new Packager(options.stream, (message) => this.#send(message))
    this.#standing = { state: 'loading', reason: 'connecting', sinceMs: this.#nowMs(), attempt: 1 }
  }

  start(): void {
    this.#connect()
  }

  stop(): void {
    this.#sessionNumber++
    this.#cancelRetry()
    this.#unwatch()
    this.#session?.close()
    this.#session = undefined
    this.#options.tap?.restart()
  }

  /** Whether there is a session that has shown no picture yet. */
  get isOpening(): boolean {
    return this.#session !== undefined && this.#standing.state !== 'live'
  }

  status(): StreamStatus {
    const { rfc6381 = '', width = 0, height = 0 } = this.#format ?? {}
    return {
      ...this.#standing,
      codec: rfc6381,
      width,
      height,
      ...this.#rates.read(this.#options.clock.now()),
      lost: this.#loss.percent(this.#options.clock.now()),
    }
  }

  /** Configuration and GOP so far, marked as cached; empty until there is one. */
  burst(): Buffer[] {
    return this.#cache.burst().map((message) => message.bytes())
  }

  #connect(): void {
    const waitMs = this.#login.waitMs(this.#nowMs())
    if (waitMs === 0) this.#open()
    else this.#wait(waitMs)
  }

  /** Another stream of the camera was refused, or is trying. */
  #wait(delayMs: number): void {
    this.#cancelRetry = this.#options.clock.after(delayMs, () => this.#connect())
    if (this.#standing.state === 'loading')
      this.#enter({ ...this.#standing, state: 'reconnecting', reason: 'credentials' })
  }

  #open(): void {
    const number = ++this.#sessionNumber
    const isCurrent = () => number === this.#sessionNumber
    this.#restart()
    this.#memory = new GopMemory(this.#blocks)
    const events: RtspSessionEvents = {
      format: (format) => {
        if (!isCurrent()) return
        if (format.kind === 'video') this.#format = format
        this.#packager.format(format)
        this.#options.tap?.format(format)
      },
      accessUnit: (unit) => {
        if (isCurrent()) this.#accessUnit(unit)
      },
      packetsLost: (count, of) => {
        if (!isCurrent()) return
        this.totals.lostPackets += count
        this.#loss.add(this.#options.clock.now(), count, of)
      },
      senderReport: (report) => {
        if (!isCurrent()) return
        this.#packager.senderReport(report)
        this.#options.tap?.senderReport(report)
      },
      restart: () => {
        if (isCurrent()) this.#restart()
      },
      end: (end) => {
        if (isCurrent()) this.#ended(end)
      },
    }
    const session = this.#options.open(this.#options.target, events, this.#memory)
    if (isCurrent()) this.#session = session
  }

  #accessUnit(unit: AccessUnit): void {
    const bytes = unit.units.reduce((sum, part) => sum + part.length, 0)
    const frames = unit.kind === 'video' ? 1 : 0
    this.totals.frames += frames
    this.totals.bytes += bytes
    this.#rates.add(this.#options.clock.now(), frames, bytes)
    if (frames > 0) {
      this.#pictureCame()
      this.#backOff.reset()
      this.#login.accepted()
    }
    this.#hasBegunGop = false
    this.#packager.accessUnit(unit)
    this.#options.tap?.accessUnit(unit)
    const [first] = unit.units
    if (this.#hasBegunGop && first) this.#memory.forgetBefore(first)
  }

  #pictureCame(): void {
    const nowUs = this.#options.clock.now()
    const intervalUs = Math.min(Math.max(0, nowUs - this.#pictureUs), LONGEST_INTERVAL_US)
    if (this.#cancelWatch) this.#intervalUs += (intervalUs - this.#intervalUs) * INTERVAL_WEIGHT
    else this.#watch(NO_PICTURE_US)
    this.#pictureUs = nowUs
  }

  /** One timer, however many pictures come. */
  #watch(afterUs: number): void {
    this.#cancelWatch = this.#options.clock.after(afterUs / 1000, () => {
      const limitUs = Math.max(NO_PICTURE_US, INTERVALS * this.#intervalUs)
      const goneUs = Math.max(0, this.#options.clock.now() - this.#pictureUs)
      if (goneUs <= limitUs) return this.#watch(limitUs - goneUs + 1000)
      this.#watch(limitUs)
      if (this.#standing.state === 'live')
        this.#enter({
          state: 'reconnecting',
          reason: 'noPicture',
          sinceMs: Math.floor(this.#pictureUs / 1000),
          attempt: 0,
        })
    })
  }

  #unwatch(): void {
    this.#cancelWatch?.()
    this.#cancelWatch = undefined
  }

  #restart(): void {
    this.#packager.restart()
    this.#options.tap?.restart()
  }

  #send(message: LiveMessage): void {
    this.#cache.push(message)
    this.#options.onMessage(message)
    if (message.header.type !== MESSAGE_TYPE.video) return
    if (message.header.isKey) this.#hasBegunGop = true
    if (this.#standing.state !== 'live')
      this.#enter({ state: 'live', reason: 'none', sinceMs: this.#nowMs(), attempt: 0 })
  }

  #ended(end: SessionEnd): void {
    this.#sessionNumber++
    this.#session = undefined
    this.#cache.clear()
    this.#options.tap?.restart()
    this.#rates = new RateMeter()
    this.#loss = new LossMeter()
    this.#unwatch()
    this.#cancelRetry = this.#options.clock.after(this.#delayMs(end.reason), () => this.#connect())
    const { state, sinceMs, attempt } = this.#standing
    this.#enter({
      state: 'reconnecting',
      reason: end.reason,
      sinceMs: state === 'reconnecting' ? sinceMs : this.#nowMs(),
      attempt: attempt + 1,
    })
  }

  #delayMs(reason: SessionEnd['reason']): number {
    if (reason === 'credentials') return this.#login.refused(this.#nowMs())
    this.#login.unanswered()
    return this.#backOff.delayMs(reason)
  }

  #enter(standing: Standing): void {
    this.#standing = standing
    this.#options.onStatus()
  }

  #nowMs(): number {
    return Math.floor(this.#options.clock.now() / 1000)
  }
}
