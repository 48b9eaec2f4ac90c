/** Firmware files: a device that expects one takes it once, at an address that nobody else knows. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Device } from '../device.ts'

const LARGEST_FILE = 67_108_864
const EXPECTED_MS = 600_000
export const HEAD_BYTES = 256

/** The first line of a firmware file for a simulated device. */
const HEAD = /^vedette-simulator-firmware model=([\w-]{1,40}) version=([\w.-]{1,40})\n/

/** What a file says that it is; undefined when it is no firmware. */
export function readHead(head: Buffer): { model: string; version: string } | undefined {
  const [, model, version] = HEAD.exec(head.toString('latin1')) ?? []
  return model === undefined || version === undefined ? undefined : { model, version }
}

export class FirmwareDesk {
  private readonly expected = new Map<Device, { token: string; untilMs: number }>()
  private readonly upgrade: (device: Device, firmware: { model: string; version: string }) => void

  constructor(upgrade: (device: Device, firmware: { model: string; version: string }) => void) {
    this.upgrade = upgrade
  }

  /** The newest token of a device is its only one. */
  expect(device: Device): string {
    const token = randomBytes(18).toString('base64url')
    this.expected.set(device, { token, untilMs: Date.now() + EXPECTED_MS })
    return token
  }

  /** Returns the HTTP status: the file is read to its end, checked by its head, and not kept. */
  async take(device: Device, token: string, request: IncomingMessage): Promise<number> {
    const expected = this.expected.get(device)
    if (expected?.token !== token || expected.untilMs < Date.now()) return 404
    this.expected.delete(device)
    let head = Buffer.alloc(0)
    let length = 0
    for await (const piece of request) {
      if (!Buffer.isBuffer(piece)) continue
      length += piece.length
      if (length > LARGEST_FILE) return 413
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES)])
    }
    const firmware = readHead(head)
    if (firmware?.model !== device.model) return 415
    this.upgrade(device, firmware)
    return 200
  }
}
