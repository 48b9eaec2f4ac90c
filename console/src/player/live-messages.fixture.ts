/** Binary messages as docs/protocol.md draws them, for tests. */
import { LIVE_FLAG, LIVE_MESSAGE, type LiveMessage, readLiveMessage } from '@vedette/contract/live-message'

interface Sample {
  type: keyof typeof LIVE_MESSAGE
  stream?: number
  epoch?: number
  sequence: number
  isKey?: boolean
  isCached?: boolean
}

const HEADER_BYTES = 32
const FORMAT = { codec: 'avc1.64001f', width: 640, height: 360 }

export function liveMessage({
  type,
  stream = 7,
  epoch = 1,
  sequence,
  isKey = false,
  isCached = false,
}: Sample): LiveMessage {
  const format = type === 'configuration' ? new TextEncoder().encode(JSON.stringify(FORMAT)) : undefined
  const prefixBytes = format ? 2 + format.length : 0
  const buffer = new ArrayBuffer(HEADER_BYTES + prefixBytes + 4)
  const view = new DataView(buffer)
  view.setUint8(0, LIVE_MESSAGE[type])
  view.setUint8(1, (isKey ? LIVE_FLAG.key : 0) | (isCached ? LIVE_FLAG.cached : 0))
  view.setUint32(4, stream)
  view.setUint32(8, sequence)
  view.setUint32(12, epoch)
  view.setBigUint64(16, BigInt(sequence * 40_000))
  view.setBigUint64(24, 1_700_000_000_000_000n + BigInt(sequence * 40_000))
  if (format) {
    view.setUint16(HEADER_BYTES, format.length)
    new Uint8Array(buffer).set(format, HEADER_BYTES + 2)
  }
  new Uint8Array(buffer).fill(sequence, HEADER_BYTES + prefixBytes)
  return readLiveMessage(buffer)
}
