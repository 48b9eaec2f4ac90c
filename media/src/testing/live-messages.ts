import { HEADER_BYTES, MESSAGE_TYPE, writeHeader } from '../live/message.ts'

/** A live message with a payload of zeros. */
export function liveMessage(
  kind: keyof typeof MESSAGE_TYPE,
  of: { stream?: number; sequence?: number; epoch?: number; isKey?: boolean; payloadBytes?: number } = {},
): Buffer {
  const message = Buffer.alloc(HEADER_BYTES + (of.payloadBytes ?? 0))
  writeHeader(message, {
    type: MESSAGE_TYPE[kind],
    isKey: of.isKey ?? false,
    isCached: false,
    hasAudio: false,
    dataOffset: HEADER_BYTES,
    stream: of.stream ?? 1,
    sequence: of.sequence ?? 0,
    epoch: of.epoch ?? 1,
    timestampUs: 0,
    arrivalUs: 0,
  })
  return message
}
