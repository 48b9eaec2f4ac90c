/** A firmware file that comes over MQTT piece by piece, checked when it is whole and not kept. */
import { createHash } from 'node:crypto'

import { z } from 'zod'

import { HEAD_BYTES, readHead } from '../onvif/firmware.ts'

const PLACE_BYTES = 4

export const UpgradeOrder = z.object({
  type: z.literal('upgrade'),
  job: z.string(),
  version: z.string(),
  bytes: z.int().min(1),
  sha256: z.string(),
})
export type UpgradeOrder = z.infer<typeof UpgradeOrder>

/** `percent` at each new tenth: not every piece is worth a message. */
export type Progress =
  | { state: 'coming'; percent?: number }
  | { state: 'whole' }
  | { state: 'bad'; reason: string }

export class Download {
  readonly order: UpgradeOrder
  private readonly model: string
  private readonly hash = createHash('sha256')
  private head = Buffer.alloc(0)
  private received = 0
  private tenths = 0

  constructor(order: UpgradeOrder, model: string) {
    this.order = order
    this.model = model
  }

  take(message: Buffer): Progress {
    if (message.length < PLACE_BYTES || message.readUInt32BE(0) !== this.received)
      return { state: 'bad', reason: `no piece for place ${this.received}` }
    const piece = message.subarray(PLACE_BYTES)
    this.hash.update(piece)
    this.received += piece.length
    if (this.head.length < HEAD_BYTES) this.head = Buffer.concat([this.head, piece.subarray(0, HEAD_BYTES)])
    const { bytes, version, sha256 } = this.order
    if (this.received < bytes) {
      const tenths = Math.floor((10 * this.received) / bytes)
      if (tenths === this.tenths) return { state: 'coming' }
      this.tenths = tenths
      return { state: 'coming', percent: 10 * tenths }
    }
    if (this.received > bytes || this.hash.digest('hex') !== sha256)
      return { state: 'bad', reason: 'another file than announced' }
    const firmware = readHead(this.head)
    if (firmware?.model !== this.model || firmware.version !== version)
      return { state: 'bad', reason: 'no firmware of this model and version' }
    return { state: 'whole' }
  }
}
