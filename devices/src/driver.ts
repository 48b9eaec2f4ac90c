/** What every protocol of cameras can be asked. */
import type { RtspTransport, TlsPolicy } from '@vedette/media/rtsp/target'

import type { Advice } from './advice.ts'
import type { AddressOutcome } from './address.ts'
import type { DeviceKind } from './onvif/kind.ts'

export type AllowedAddress = Extract<AddressOutcome, { ok: true }>

/** Checks an address that a device named, as one that a person typed. */
export type AddressCheck = (address: string) => Promise<AddressOutcome>

/** How a device is to be talked to. */
export interface Access {
  username: string
  password: string
  transport: RtspTransport
  tls: TlsPolicy
}

export interface OfferedStream {
  kind: 'video' | 'audio' | 'other'
  /** The codec's name in the protocol, in capitals. */
  codec: string
  isPlayable: boolean
}

/** What a device says of itself; empty texts where it does not say. */
export interface DeviceFacts {
  vendor: string
  model: string
  firmware: string
  /** Version of the protocol by which it is controlled. */
  sdkVersion: string
  serial: string
  name: string
  /** What it is known by again at another address; empty where it has nothing of the kind. */
  identity: string
}

export interface ProbedStream {
  quality: 'main' | 'sub'
  /** Checked and rebuilt. */
  url: string
  codec: string
  /** 0 where the device does not say; so with the others. */
  width: number
  height: number
  frameRate: number
  bitrateKbps: number
}

/** One picture source: a camera has one, an NVR several. */
export interface ProbedChannel {
  channel: number
  name: string
  streams: ProbedStream[]
}

export interface ProbedDevice {
  /** `onvif`: the device can be asked and set beside its streams. */
  protocol: 'rtsp' | 'onvif'
  facts: DeviceFacts
  /** What it seems to be. */
  kind: DeviceKind
  /** What the device calls its software; empty when it does not say. */
  server: string
  /** The first has a main stream that can be played. */
  channels: ProbedChannel[]
  /** The tracks of the first channel's main stream. */
  streams: OfferedStream[]
  hasPtz: boolean
  /** About what will not work, or could work better. */
  advice: Advice[]
}

export type ProbeRefusal = 'unreachable' | 'certificate' | 'credentials' | 'noUsableStream' | 'unavailable'

/** `detail` is one sentence for the operator, without credentials. */
export type ProbeOutcome =
  | { ok: true; device: ProbedDevice }
  | { ok: false; reason: ProbeRefusal; detail: string }

/** A picture of what the device sees now. */
export type Snapshot =
  /** What the device sent, made harmless. */
  | { form: 'picture'; bytes: Buffer }
  /** An fMP4 file of one key frame, for a decoder of the viewer's. */
  | { form: 'keyFrame'; bytes: Buffer }

export type SnapshotOutcome =
  | { ok: true; snapshot: Snapshot }
  | { ok: false; reason: ProbeRefusal; detail: string }

/** Decodes the file of a stranger and encodes it anew; undefined for what is no picture. */
export type Launder = (file: Buffer) => Promise<Buffer | undefined>

export interface Driver {
  /** Asks what is there, within 9 s. */
  probe(address: AllowedAddress, access: Access, check: AddressCheck): Promise<ProbeOutcome>
  /** Takes a picture, within 9 s. */
  snapshot(
    address: AllowedAddress,
    access: Access,
    check: AddressCheck,
    launder: Launder,
  ): Promise<SnapshotOutcome>
}
