import { randomBytes } from 'node:crypto'
import { devTypeNumber, type DeviceType } from '@vedette/contract/devices'
import { AudioStream } from './audio-stream.ts'
import { type Camera, type Device, mediaOf } from './device.ts'
import { listenControl } from './control-server.ts'
import { obey, type Outcome } from './control.ts'
import { channelsOf, lookOf, makeDevice, type Roster } from './fleet.ts'
import { FrameClock, SLOT_MS } from './frame-clock.ts'
import { Life } from './life.ts'
import { Loudspeaker } from './loudspeaker.ts'
import { AacMicrophone, G711Microphone, type Microphone } from './microphone.ts'
import { MotionDetector } from './motion-detector.ts'
import { Reporters } from './mqtt/reporters.ts'
import { announce, type Discovery, DISCOVERY_PORT } from './onvif/discovery.ts'
import { listenOnvif, type OnvifServer } from './onvif/server.ts'
import { TokenGate } from './onvif/username-token.ts'
import { PictureSource } from './picture-source.ts'
import { DigestGate } from './rtsp/digest.ts'
import { listenRtsp } from './rtsp/server.ts'
import type { Quality } from './scene/scene.ts'
import { type EncoderSettings, FRAME_RATES, LONGEST_GOP, VideoStream } from './video-stream.ts'

/** Channels of an NVR are numbered so far apart; with the devices they fill the time strip's 16 bits. */
const CHANNEL_STEP = 1024
const MOST_DEVICES = 1000
const DEFAULT_RTSP_PORT = 8554
const DEFAULT_ONVIF_PORT = 8000
const DEFAULT_FPS = 25
const KBPS = { main: 4096, sub: 512 } as const

export interface SimulatorOptions {
  devices?: number
  roster?: Roster
  /** Pictures a second, one of FRAME_RATES. */
  fps?: number
  /** Pictures from one key picture to the next. */
  gopFrames?: number
  /** The address to listen at; loopback without it. */
  host?: string
  /** 0: any free port. Without it the usual one, or a free one where that is taken. */
  rtspPort?: number
  onvifPort?: number
  /** Where probes are heard; 0: nowhere. */
  discoveryPort?: number
  /** Where the platform's MQTT broker listens; without it gateways and guns wait to be told. */
  mqttPort?: number
  /** 0, and without it: any free port. */
  controlPort?: number
  /** Token of the control call over HTTP; a random one when absent. */
  controlToken?: string
  username?: string
  /** Without it a random one. */
  password?: string
  log?: (line: string) => void
}

export interface SimulatedDevice {
  number: number
  type: DeviceType
  /** Its number in the platform's list of types. */
  devType: number
  name: string
  place: string
  did: string
  licence: string
  model: string
  /** Empty for what has no pictures. */
  onvifUrl: string
  channels: { channel: number; mainUrl: string; subUrl: string }[]
}

/** A device with pictures, by the streams of its first channel. */
export interface SimulatedCamera {
  number: number
  name: string
  place: string
  did: string
  mainUrl: string
  subUrl: string
}

export interface Simulator {
  rtspPort: number
  onvifPort: number
  username: string
  password: string
  devices: SimulatedDevice[]
  cameras: SimulatedCamera[]
  control: { url: string; token: string; obey(command: unknown): Outcome }
  close(): Promise<void>
}

/** Starts virtual devices behind one RTSP and one ONVIF server. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { devices: count = 18, username = 'admin', host = '127.0.0.1', log = () => {} } = options
  const { roster = 'mixed', fps = DEFAULT_FPS, gopFrames = fps } = options
  if (!Number.isInteger(count) || count < 0 || count > MOST_DEVICES) {
    throw new RangeError(`not a number of devices from 0 to ${MOST_DEVICES}: ${count}`)
  }
  if (!FRAME_RATES.includes(fps))
    throw new RangeError(`not one of ${FRAME_RATES.join(', ')} pictures a second: ${fps}`)
  if (!Number.isInteger(gopFrames) || gopFrames < 2 || gopFrames > LONGEST_GOP)
    throw new RangeError(`not a number of pictures from 2 to ${LONGEST_GOP}: ${gopFrames}`)
  const password = options.password ?? randomBytes(9).toString('base64url')
  const devices = new Map<number, Device>()
  for (let number = 1; number <= count; number++) {
    const device = makeDevice(number, roster, password)
    for (let channel = 1; channel <= channelsOf(device.type); channel++) {
      device.cameras.push(makeCamera(device, channel, { fps, gopFrames }))
    }
    devices.set(number, device)
  }

  const cameras = [...devices.values()].flatMap((device) => device.cameras)
  const clock = new FrameClock(cameras.flatMap((camera) => mediaOf(camera)))
  const digest = new DigestGate(username, password)
  const rtsp = await listenNear(options.rtspPort, DEFAULT_RTSP_PORT, log, (port) =>
    listenRtsp(host, port, { devices, gate: digest, wake: () => clock.wake() }),
  )
  const life = new Life(devices.values(), log)
  let onvif: OnvifServer
  try {
    onvif = await listenNear(options.onvifPort, DEFAULT_ONVIF_PORT, log, (port) =>
      listenOnvif({
        host,
        port,
        devices,
        digest,
        tokens: new TokenGate(username, password),
        rtspPort: rtsp.port,
        upkeep: life,
        upgrade: (device, { version }) => life.upgrade(device, version),
        log,
      }),
    )
  } catch (error) {
    await rtsp.close()
    throw error
  }
  const urlOf = (device: Device): string =>
    device.cameras.length === 0 ? '' : `http://${host}:${onvif.port}/onvif/${device.number}/device_service`
  const discovery = await discoverable(options.discoveryPort ?? DISCOVERY_PORT)
  const reporters = new Reporters(devices.values(), (device, version) => life.upgrade(device, version), log)
  life.begin({
    gone: (device) => {
      reporters.gone(device)
      rtsp.drop(device)
      if (device.state !== 'asleep') onvif.drop(device)
      if (device.state === 'offline') discovery?.bye(device)
    },
    back: (device) => {
      reporters.back(device)
      discovery?.hello(device)
    },
  })
  if (options.mqttPort) reporters.connectTo(options.mqttPort)

  async function discoverable(port: number): Promise<Discovery | undefined> {
    if (port === 0) return undefined
    try {
      return await announce({ host, port, devices: [...devices.values()], addressOf: urlOf })
    } catch (error) {
      log(`nobody can discover the devices: ${String(error)}`)
      return undefined
    }
  }

  const command = (message: unknown): Outcome =>
    obey({ devices, life, reporters, wake: () => clock.wake() }, message)
  const controlToken = options.controlToken ?? randomBytes(18).toString('base64url')
  const control = await listenControl(options.controlPort ?? 0, controlToken, command)
  const described = [...devices.values()].map((device) => describe(device, host, rtsp.port, urlOf(device)))
  return {
    rtspPort: rtsp.port,
    onvifPort: onvif.port,
    username,
    password,
    devices: described,
    cameras: described.flatMap(({ number, name, place, did, channels: [first] }) =>
      first === undefined ? [] : [{ number, name, place, did, mainUrl: first.mainUrl, subUrl: first.subUrl }],
    ),
    control: { url: control.url, token: controlToken, obey: command },
    async close() {
      clock.stop()
      life.end()
      reporters.end()
      await discovery?.close()
      await Promise.all([rtsp.close(), onvif.close(), control.close()])
    },
  }
}

function makeCamera(
  device: Device,
  channel: number,
  { fps, gopFrames }: Pick<EncoderSettings, 'fps' | 'gopFrames'>,
): Camera {
  const number = device.number + (channel - 1) * CHANNEL_STEP
  const look = lookOf(device, channel)
  const stream = (quality: Quality, slotMs: number): VideoStream => {
    const source = new PictureSource(number, device.name, look, quality, fps)
    const codecs = { codec: 'H264', profile: 'Baseline' } as const
    const settings = { ...codecs, fps, gopFrames, kbps: KBPS[quality] }
    return new VideoStream(`cam${number}-${quality}`, source, settings, slotMs)
  }
  const loudspeaker = device.features.talk ? new Loudspeaker() : undefined
  const microphone = microphoneOf(device, loudspeaker)
  const slot = (device.number + channel - 1) * SLOT_MS
  return {
    number,
    channel,
    device,
    look,
    streams: { main: stream('main', slot), sub: stream('sub', slot + 500 / fps) },
    sound: microphone && new AudioStream(`cam${number}-sound`, microphone),
    loudspeaker,
    detector: device.features.detection && new MotionDetector(device.features.detection),
    card: undefined,
  }
}

function microphoneOf({ features }: Device, loudspeaker: Loudspeaker | undefined): Microphone | undefined {
  if (features.sound === 'aac') return new AacMicrophone(loudspeaker)
  return features.sound === 'pcmu' ? new G711Microphone(loudspeaker) : undefined
}

function describe(device: Device, host: string, rtspPort: number, onvifUrl: string): SimulatedDevice {
  const { number, type, name, place, did, licence, model } = device
  const base = `rtsp://${host}:${rtspPort}/cam/${number}`
  return {
    number,
    type,
    devType: devTypeNumber(type),
    name,
    place,
    did,
    licence,
    model,
    onvifUrl,
    channels: device.cameras.map(({ channel }) => {
      const path = channel === 1 ? base : `${base}/${channel}`
      return { channel, mainUrl: `${path}/main`, subUrl: `${path}/sub` }
    }),
  }
}

/** At the wanted port; without one at the usual, or at a free one where that is taken. */
async function listenNear<Server>(
  wanted: number | undefined,
  usual: number,
  log: (line: string) => void,
  listen: (port: number) => Promise<Server>,
): Promise<Server> {
  if (wanted !== undefined) return listen(wanted)
  try {
    return await listen(usual)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    log(`port ${usual} is taken`)
    return listen(0)
  }
}
