/** H.264 as a byte stream (annex B) made into the messages of the live wire. */
import type { AccessUnit, VideoFormat } from '@vedette/media/access-unit'
import { H264ParameterSets } from '@vedette/media/codec/h264-parameter-sets'
import type { LiveMessage } from '@vedette/media/live/message'
import { Packager } from '@vedette/media/live/packager'

const [SLICE, KEY_SLICE, SPS, PPS] = [1, 5, 7, 8]
/** first_mb_in_slice is 0, coded in one bit. */
const FIRST_OF_PICTURE = 0x80

interface ByteStream {
  bytes: Buffer
  fps: number
  /** ms since 1970 */
  startMs: number
}

export function liveMessages({ stream, ...clip }: ByteStream & { stream: number }): LiveMessage[] {
  const messages: LiveMessage[] = []
  const packager = new Packager(stream, (message) => messages.push(message))
  const { format, units } = accessUnits(clip)
  packager.format(format)
  for (const unit of units) packager.accessUnit(unit)
  return messages
}

export function accessUnits({ bytes, fps, startMs }: ByteStream): {
  format: VideoFormat
  units: AccessUnit[]
} {
  const nals = nalUnits(bytes)
  const sets = nals.filter((unit) => [SPS, PPS].includes(typeOf(unit)))
  const format = new H264ParameterSets(sets).format()
  if (!format) throw new Error('a byte stream without parameter sets')
  const units: AccessUnit[] = []
  let picture: Buffer[] = []
  const end = (): void => {
    if (picture.length === 0) return
    const atUs = Math.round((units.length * 1e6) / fps)
    const isKey = picture.some((unit) => typeOf(unit) === KEY_SLICE)
    units.push({ kind: 'video', isKey, timestampUs: atUs, arrivalUs: startMs * 1000 + atUs, units: picture })
    picture = []
  }
  for (const unit of nals) {
    if (![SLICE, KEY_SLICE].includes(typeOf(unit))) continue
    if (((unit[1] ?? 0) & FIRST_OF_PICTURE) !== 0) end()
    picture.push(unit)
  }
  end()
  return { format, units }
}

/** nal_unit_type. */
export const typeOf = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f

/** The NAL units between start codes. */
export function nalUnits(bytes: Buffer): Buffer[] {
  const units: Buffer[] = []
  const code = Buffer.from([0, 0, 1])
  let from = bytes.indexOf(code)
  while (from !== -1) {
    const next = bytes.indexOf(code, from + 3)
    let end = next === -1 ? bytes.length : next
    while (next !== -1 && bytes[end - 1] === 0) end--
    units.push(bytes.subarray(from + 3, end))
    from = next
  }
  return units
}
