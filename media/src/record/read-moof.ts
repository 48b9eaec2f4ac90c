/** What a moof says of its samples: ISO 14496-12 section 8.8, as fmp4/fragment.ts writes it. */

export interface FragmentSample {
  duration: number
  size: number
  isKey: boolean
  compositionOffset: number
}

export interface FragmentTrack {
  id: number
  decodeTime: number
  /** Of the first sample, counted from the moof's first byte. */
  dataOffset: number
  samples: FragmentSample[]
}

const BOX_HEAD = 8
const TRUN_HEAD = 20
const TRUN_ENTRY = 16
const TRUN_FLAGS = 0x01000f01
const NON_SYNC = 0x00010000

/** Undefined for what is no moof of ours. */
export function readMoof(moof: Buffer): FragmentTrack[] | undefined {
  const trafs = boxesOf(moof, BOX_HEAD)?.filter(({ type }) => type === 'traf')
  if (!trafs || trafs.length === 0) return undefined
  const tracks: FragmentTrack[] = []
  for (const { bytes } of trafs) {
    const track = readTraf(bytes)
    if (!track) return undefined
    tracks.push(track)
  }
  return tracks
}

function readTraf(traf: Buffer): FragmentTrack | undefined {
  const boxes = new Map(boxesOf(traf, BOX_HEAD)?.map(({ type, bytes }) => [type, bytes]))
  const [tfhd, tfdt, trun] = ['tfhd', 'tfdt', 'trun'].map((type) => boxes.get(type))
  if (!tfhd || !tfdt || !trun || tfhd.length < 16 || tfdt.length < 20 || trun.length < TRUN_HEAD)
    return undefined
  const count = trun.readUInt32BE(12)
  if (trun.readUInt32BE(8) !== TRUN_FLAGS || trun.length !== TRUN_HEAD + count * TRUN_ENTRY) return undefined
  const samples: FragmentSample[] = []
  for (let at = TRUN_HEAD; at < trun.length; at += TRUN_ENTRY)
    samples.push({
      duration: trun.readUInt32BE(at),
      size: trun.readUInt32BE(at + 4),
      isKey: (trun.readUInt32BE(at + 8) & NON_SYNC) === 0,
      compositionOffset: trun.readInt32BE(at + 12),
    })
  const decodeTime = Number(tfdt.readBigUInt64BE(12))
  return { id: tfhd.readUInt32BE(12), decodeTime, dataOffset: trun.readInt32BE(16), samples }
}

/** Undefined where the boxes do not fill what holds them. */
function boxesOf(bytes: Buffer, from: number): { type: string; bytes: Buffer }[] | undefined {
  const boxes: { type: string; bytes: Buffer }[] = []
  let at = from
  while (at + BOX_HEAD <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    if (size < BOX_HEAD || at + size > bytes.length) return undefined
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + BOX_HEAD),
      bytes: bytes.subarray(at, at + size),
    })
    at += size
  }
  return at === bytes.length ? boxes : undefined
}
