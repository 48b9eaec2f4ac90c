/** What every protocol of cameras can be asked. */
import type { RtspTransport, TlsPolicy } from '@vedette/media/rtsp/target'

import type { AddressOutcome } from './address.ts'
import { rtspDriver } from './rtsp/probe.ts'

export type AllowedAddress = Extract<AddressOutcome, { ok: true }>

/** How a device is to be talked to. */
export interface Access {
  username: string
  password: string
  transport: RtspTransport
  tls: TlsPolicy
}

export interface OfferedStream {
  kind: 'video' | 'audio' | 'other'
  /** As the protocol names it, in capitals. */
  codec: string
  isPlayable: boolean
}

export interface ProbedDevice {
  /** What the device calls its software; empty when it does not say. */
  server: string
  streams: OfferedStream[]
  /** Sentences for the operator about what will not work, or could work better. */
  advice: string[]
}

export type ProbeRefusal = 'unreachable' | 'credentials' | 'noUsableStream' | 'unavailable'

/** `detail` is one sentence for the operator, without credentials. */
export type ProbeOutcome =
  | { ok: true; device: ProbedDevice }
  | { ok: false; reason: ProbeRefusal; detail: string }

export interface Driver {
  /** Asks what is there, within 10 s. */
  probe(address: AllowedAddress, access: Access): Promise<ProbeOutcome>
}

export function driverOf({ scheme }: Pick<AllowedAddress, 'scheme'>): Driver {
  switch (scheme) {
    case 'rtsp:':
    case 'rtsps:':
      return rtspDriver
    case 'http:':
    case 'https:':
      return onvifDriver
  }
}

const onvifDriver: Driver = {
  probe: () =>
    Promise.resolve({
      ok: false,
      reason: 'unavailable',
      detail: "ONVIF is not supported yet; enter the camera's rtsp:// address",
    }),
}
