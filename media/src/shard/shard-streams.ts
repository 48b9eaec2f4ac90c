import { changeOf } from '../feed/desired.ts'
import type { DesiredChange, DesiredStream, ShardStats, ToShard } from '../feed/messages.ts'
import { LoginBackOff } from '../ingest/back-off.ts'
import { CameraStream } from '../ingest/camera-stream.ts'
import type { CameraStreamOptions } from '../ingest/camera-stream.ts'
import type { RtspTarget } from '../rtsp/session.ts'
import type { Recorder } from '../record/recorder.ts'
import { Talks } from '../talk/talks.ts'
import type { Outlet } from './outlet.ts'

interface Running {
  desired: DesiredStream
  login: LoginBackOff
  camera: CameraStream
}

/** The streams of one shard, kept as the gate wants them. */
export class ShardStreams {
  readonly #running = new Map<number, Running>()
  readonly #outlet: Outlet
  readonly #recorder: Recorder
  readonly #talks: Talks
  readonly #with: Pick<CameraStreamOptions, 'clock' | 'open' | 'blocks'>
  /** Totals of streams that were ended. */
  readonly #past = { frames: 0, bytes: 0, lostPackets: 0 }
  #revision = -1

  constructor(
    outlet: Outlet,
    recorder: Recorder,
    options: Pick<CameraStreamOptions, 'clock' | 'open' | 'blocks'>,
  ) {
    this.#outlet = outlet
    this.#recorder = recorder
    this.#talks = new Talks({
      targetOf: (stream) => {
        const running = this.#running.get(stream)
        return running && targetOf(running.desired)
      },
      tell: (report) => outlet.control(report),
    })
    this.#with = options
  }

  apply(message: ToShard): void {
    switch (message.type) {
      case 'desired':
        this.#change(message.revision, changeOf(this.#desired(), message.streams))
        break
      case 'changed':
        this.#change(message.revision, message)
        break
      case 'watch':
        this.#outlet.watch(message.stream, this.#running.get(message.stream)?.camera.burst() ?? [])
        break
      case 'unwatch':
        this.#outlet.unwatch(message.stream)
        break
      case 'record':
      case 'recordedAck':
      case 'endFile':
      case 'fill':
      case 'stopFill':
        this.#recorder.command(message)
        break
      case 'talk':
        this.#talks.command(message)
        break
    }
  }

  /** Whether cameras send and nobody speaks through one. */
  get isAtEase(): boolean {
    return this.#running.size > 0 && !this.#talks.isOpen
  }

  /** Whether a session with a camera is being opened. */
  get isOpening(): boolean {
    for (const { camera } of this.#running.values()) if (camera.isOpening) return true
    return false
  }

  /** The body of a speech frame. */
  speech(body: Buffer): void {
    this.#talks.speech(body)
  }

  reportAll(): void {
    for (const stream of this.#running.keys()) this.#report(stream)
    this.#recorder.reportAll()
  }

  /** Leaves the cameras, and ends what is recorded of them. */
  async close(): Promise<void> {
    const ended = this.#recorder.close()
    this.#talks.close()
    for (const { camera } of this.#running.values()) camera.stop()
    await ended
  }

  totals(): Pick<ShardStats, 'streams' | 'frames' | 'bytes' | 'lostPackets'> {
    const sum = { streams: this.#running.size, ...this.#past }
    for (const { camera } of this.#running.values()) add(sum, camera)
    return sum
  }

  #desired(): DesiredStream[] {
    return [...this.#running.values()].map(({ desired }) => desired)
  }

  #change(revision: number, { streams, gone }: DesiredChange): void {
    if (revision < this.#revision) return
    this.#revision = revision
    for (const stream of gone) {
      this.#recorder.forget(stream)
      // Should it come back, the gate says whether somebody watches it then.
      this.#outlet.unwatch(stream)
      this.#end(stream)
    }
    for (const { stream } of streams) this.#end(stream)
    for (const desired of streams) this.#begin(desired)
  }

  #begin(desired: DesiredStream): void {
    const { stream } = desired
    const login = this.#loginOf(desired)
    const camera = new CameraStream({
      ...this.#with,
      stream,
      login,
      tap: this.#recorder.of(stream),
      target: targetOf(desired),
      onMessage: (message) => this.#outlet.live(stream, message),
      onStatus: () => this.#report(stream),
    })
    this.#running.set(stream, { desired, login, camera })
    this.#report(stream)
    camera.start()
  }

  /** Other credentials, or another host, begin anew. */
  #loginOf(desired: DesiredStream): LoginBackOff {
    const others = [...this.#running.values()]
    return others.find((other) => isSameLogin(other.desired, desired))?.login ?? new LoginBackOff()
  }

  #end(stream: number): void {
    const running = this.#running.get(stream)
    if (!running) return
    running.camera.stop()
    add(this.#past, running.camera)
    this.#running.delete(stream)
  }

  #report(stream: number): void {
    const camera = this.#running.get(stream)?.camera
    if (camera)
      this.#outlet.control({ type: 'evidence', revision: this.#revision, stream, ...camera.status() })
  }
}

function add(sum: { frames: number; bytes: number; lostPackets: number }, { totals }: CameraStream): void {
  sum.frames += totals.frames
  sum.bytes += totals.bytes
  sum.lostPackets += totals.lostPackets
}

function targetOf({ url, username, password, transport, tls, connectHost }: DesiredStream): RtspTarget {
  return {
    url,
    transport,
    ...(username ? { username, password } : {}),
    ...(tls ? { tls } : {}),
    ...(connectHost ? { connectHost } : {}),
  }
}

function isSameLogin(a: DesiredStream, b: DesiredStream): boolean {
  const isSameHost = (a.connectHost ?? hostOf(a)) === (b.connectHost ?? hostOf(b))
  return isSameHost && a.username === b.username && a.password === b.password
}

function hostOf({ url }: DesiredStream): string | undefined {
  return URL.parse(url)?.hostname
}
