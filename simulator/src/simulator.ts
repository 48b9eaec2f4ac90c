import { randomBytes } from 'node:crypto'
import { type Camera, type CameraState, cameraStates } from './camera.ts'
import { FrameClock, SLOT_MS } from './frame-clock.ts'
import { FRAME_MS, PictureSource } from './picture-source.ts'
import { DigestGate } from './rtsp/digest.ts'
import { listenRtsp, type RtspServer } from './rtsp/server.ts'
import type { Quality } from './scene/scene.ts'
import { loadScenes } from './scene/scenes.ts'
import { VideoStream } from './video-stream.ts'

/** Camera numbers are 1…devices; the time strip has 16 bits for them. */
const MOST_DEVICES = 1000
const DEFAULT_RTSP_PORT = 8554

const PLACES = ['Main gate', 'North drive', 'Loading bay', 'Car park', 'Service road', 'Warehouse front']

export interface SimulatorOptions {
  devices?: number
  /** 0: any free port. Without it 8554, or a free one where that is taken. */
  rtspPort?: number
  username?: string
  /** Without it a random one. */
  password?: string
  log?: (line: string) => void
}

export interface SimulatedCamera {
  number: number
  name: string
  did: string
  mainUrl: string
  subUrl: string
}

export interface Control {
  /**
   * `offline`: connections are cut and refused. `frozen`: they stay, requests are answered, no media comes. `online`: as ever.
   * Answers false where there is no camera of this number.
   */
  setCamera(number: number, state: CameraState): boolean
}

export interface Simulator {
  rtspPort: number
  username: string
  password: string
  cameras: SimulatedCamera[]
  control: Control
  close(): Promise<void>
}

/** Starts virtual cameras behind one RTSP server on loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { devices = 18, username = 'admin', log = () => {} } = options
  if (!Number.isInteger(devices) || devices < 0 || devices > MOST_DEVICES) {
    throw new RangeError(`not a number of devices from 0 to ${MOST_DEVICES}: ${devices}`)
  }
  const password = options.password ?? randomBytes(9).toString('base64url')
  const scenes = loadScenes()
  const cameras = new Map<number, Camera>()
  for (let number = 1; number <= devices; number++) cameras.set(number, makeCamera(number))

  function makeCamera(number: number): Camera {
    const name = nameOf(number)
    const scene = scenes[(number - 1) % scenes.length] ?? scenes[0]
    const stream = (quality: Quality, phase: number) =>
      new VideoStream(`cam${number}-${quality}`, new PictureSource(number, name, scene[quality]), phase)
    const phase = (number * SLOT_MS) % FRAME_MS
    return {
      number,
      name,
      did: `VSIM${String(number).padStart(8, '0')}`,
      state: 'online',
      streams: { main: stream('main', phase), sub: stream('sub', (phase + FRAME_MS / 2) % FRAME_MS) },
    }
  }

  const streams = [...cameras.values()].flatMap((camera) => [camera.streams.main, camera.streams.sub])
  const clock = new FrameClock(streams)
  const around = { cameras, gate: new DigestGate(username, password), wake: () => clock.wake() }
  const server = await listen(options.rtspPort, around, log)
  const base = `rtsp://127.0.0.1:${server.port}/cam`

  return {
    rtspPort: server.port,
    username,
    password,
    cameras: [...cameras.values()].map(({ number, name, did }) => ({
      number,
      name,
      did,
      mainUrl: `${base}/${number}/main`,
      subUrl: `${base}/${number}/sub`,
    })),
    control: {
      setCamera(number, state) {
        const camera = cameras.get(number)
        if (camera === undefined) return false
        camera.state = state
        for (const stream of Object.values(camera.streams)) stream.isFrozen = state === 'frozen'
        if (state === 'offline') server.drop(camera)
        log(`camera ${number} is ${state}`)
        return true
      },
    },
    async close() {
      clock.stop()
      await server.close()
    },
  }
}

export function isCameraState(value: unknown): value is CameraState {
  return cameraStates.some((state) => state === value)
}

async function listen(
  port: number | undefined,
  around: Parameters<typeof listenRtsp>[1],
  log: (line: string) => void,
): Promise<RtspServer> {
  if (port !== undefined) return listenRtsp(port, around)
  try {
    return await listenRtsp(DEFAULT_RTSP_PORT, around)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    log(`port ${DEFAULT_RTSP_PORT} is taken`)
    return listenRtsp(0, around)
  }
}

function nameOf(number: number): string {
  const place = PLACES[(number - 1) % PLACES.length] ?? 'Camera'
  return `${place} ${String(number).padStart(2, '0')}`
}
