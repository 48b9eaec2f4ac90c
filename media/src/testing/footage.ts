import { readFileSync } from 'node:fs'

/** A picture of a captured stream, as RTP carries it: parameter sets apart, no start codes. */
export interface Picture {
  isKey: boolean
  units: Buffer[]
}

export interface Footage {
  sps: Buffer
  pps: Buffer
  pictures: Picture[]
}

const NAL_TYPE = { idr: 5, sps: 7, pps: 8 }

/** 160 × 96 at 25 fps, two seconds, one slice a picture, a key frame each second; `reordered` has two B pictures in a row. */
export function footage(name: 'plain' | 'reordered'): Footage {
  const units = splitAnnexB(readFileSync(new URL(`./fixtures/${name}.h264.bin`, import.meta.url)))
  const ofType = (type: number) => units.find((unit) => typeOf(unit) === type)
  const sps = ofType(NAL_TYPE.sps)
  const pps = ofType(NAL_TYPE.pps)
  if (!sps || !pps) throw new Error(`${name}: no parameter sets in ${units.length} NAL units`)
  const pictures = units
    .filter((unit) => typeOf(unit) >= 1 && typeOf(unit) <= NAL_TYPE.idr)
    .map((unit) => ({ isKey: typeOf(unit) === NAL_TYPE.idr, units: [unit] }))
  return { sps, pps, pictures }
}

const typeOf = (unit: Buffer): number => (unit[0] ?? 0) & 31

/** ITU-T H.264 annex B: units stand between start codes 00 00 01, zeros before which belong to no unit. */
function splitAnnexB(bytes: Buffer): Buffer[] {
  const startCode = Buffer.from([0, 0, 1])
  const units: Buffer[] = []
  for (let at = bytes.indexOf(startCode); at >= 0;) {
    const next = bytes.indexOf(startCode, at + 3)
    let end = next < 0 ? bytes.length : next
    while (bytes[end - 1] === 0) end--
    units.push(bytes.subarray(at + 3, end))
    at = next
  }
  return units
}
