import type { AudioStream } from './audio-stream.ts'
import type { DeviceType } from '@vedette/contract/devices'
import type { Card } from './edge/card.ts'
import type { EventHub } from './onvif/event-hub.ts'
import type { Loudspeaker } from './loudspeaker.ts'
import type { Look } from './picture-source.ts'
import type { MediaStream } from './media-stream.ts'
import type { Detection, MotionDetector } from './motion-detector.ts'
import type { Quality } from './scene/scene.ts'
import type { VideoStream } from './video-stream.ts'

export const deviceStates = ['online', 'offline', 'frozen', 'asleep', 'upgrading'] as const
/**
 * `offline` and `upgrading` drop and refuse connections; `frozen` keeps them and answers requests, but sends no media;
 * `asleep` answers ONVIF alone.
 */
export type DeviceState = (typeof deviceStates)[number]

/** One picture source: a camera has one, an NVR one for each channel. */
export interface Camera {
  /** The number that the time strip carries. */
  number: number
  /** 1…, within its device. */
  channel: number
  device: Device
  look: Look
  streams: Record<Quality, VideoStream>
  /** Present where it has a microphone. */
  sound: AudioStream | undefined
  /** Present where it can be spoken to. */
  loudspeaker: Loudspeaker | undefined
  /** Present where it can be told where motion matters. */
  detector: MotionDetector | undefined
  /** Present while a memory card is in. */
  card: Card | undefined
}

export interface Features {
  ring: boolean
  sleep: boolean
  /** What its microphone sends; undefined for those without one. */
  sound: 'aac' | 'pcmu' | undefined
  /** It has a loudspeaker. */
  talk: boolean
  /** Its cameras can turn. */
  ptz: boolean
  /** Its cameras detect motion by rules that can be set; others tell of all motion. */
  detection: Detection | undefined
}

export interface Device {
  number: number
  type: DeviceType
  name: string
  /** Where it stands. */
  place: string
  /** Serial number, as a device would report it. */
  did: string
  /** What its owner finds in the box: anyone who adds it by DID needs it. */
  licence: string
  vendor: string
  model: string
  firmware: string
  /** The next upgrade ends with the old version. */
  failsUpgrade: boolean
  state: DeviceState
  features: Features
  cameras: Camera[]
  hostname: string
  /** How far its own clock is ahead of this machine's. The pictures keep this machine's. */
  clockOffsetMs: number
  /** POSIX form, told back as it was set. */
  timeZone: string
  isTimeFromNetwork: boolean
  /** Where a vehicle is at a time; undefined for what does not move. */
  position: ((timeMs: number) => { latitude: number; longitude: number }) | undefined
  events: EventHub
}

/** Whether it can be reached at all. */
export function isReachable(device: Device): boolean {
  return device.state !== 'offline' && device.state !== 'upgrading'
}

/** All that a camera sends. */
export function mediaOf({ streams, sound }: Camera): MediaStream[] {
  return [streams.main, streams.sub, ...(sound === undefined ? [] : [sound])]
}

export function timeOf(device: Device): number {
  return Date.now() + device.clockOffsetMs
}
