import type { Device } from '../device.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Xml, XmlElement } from './xml.ts'

/** One request to one device, by somebody who is authorized. */
export interface Call {
  device: Device
  body: XmlElement
  /** The device's addresses as this client reaches them: `http://host:port/onvif/<number>` and `rtsp://host:port`. */
  base: string
  rtspBase: string
  /** The last part of the address, where it is one of a subscription. */
  subscription: string
  subscriptions: Subscriptions
  /** What outlives the answer. */
  upkeep: Upkeep
}

/** What a device does on its own when it was asked to. */
export interface Upkeep {
  /** A token for the address at which the device takes one firmware file. */
  expectFirmware(device: Device): string
  reboot(device: Device): void
  wake(device: Device): void
}

export type Operation = (call: Call) => Xml | Promise<Xml>

/** What an operation returns is the content of `<prefix:OperationResponse>`. */
export interface Service {
  prefix: string
  namespace: string
  path: string
  /** The element that tells what the service can. */
  capabilities: Xml
  isFor(device: Device): boolean
  operations: ReadonlyMap<string, Operation>
}

export function service(
  about: Omit<Service, 'operations' | 'isFor'> & Partial<Pick<Service, 'isFor'>>,
  operations: Readonly<Record<string, Operation>>,
): Service {
  const known = new Map(Object.entries(operations))
  known.set('GetServiceCapabilities', () => about.capabilities)
  return { isFor: () => true, ...about, operations: known }
}
