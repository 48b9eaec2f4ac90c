/** A stream of a compound file, the container of .xls ([MS-CFB]). */
import { SheetError } from './sheet.ts'

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const END_OF_CHAIN = 0xfffffffe
const FREE = 0xffffffff
const DIRECTORY_ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5

export function isCompoundFile(file: Buffer): boolean {
  return file.subarray(0, MAGIC.length).equals(MAGIC)
}

/** The first of the named streams that is there; undefined for none. Throws SheetError for a damaged file. */
export function readStream(file: Buffer, names: readonly string[]): Buffer | undefined {
  if (file.length < 512) throw damaged('it is cut off')
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw damaged(`sectors of 2^${shift} bytes`)
  const sectorBytes = 1 << shift
  const sector = (number: number): Buffer => {
    const at = (number + 1) * sectorBytes
    // The last sector of many files is cut short.
    if (at >= file.length) throw damaged(`sector ${number} is beyond the file`)
    return file.subarray(at, at + sectorBytes)
  }
  const table = allocationTable(file, sector, sectorBytes)
  const chain = (
    first: number,
    next: (number: number) => number | undefined,
    read: (n: number) => Buffer,
  ) => {
    const pieces: Buffer[] = []
    const seen = new Set<number>()
    for (let number = first; number !== END_OF_CHAIN && number !== FREE;) {
      if (seen.has(number)) throw damaged('a chain of sectors goes round')
      seen.add(number)
      pieces.push(read(number))
      const following = next(number)
      if (following === undefined) throw damaged('a chain of sectors leads nowhere')
      number = following
    }
    return Buffer.concat(pieces)
  }
  const sectorsFrom = (first: number) => chain(first, (number) => table[number], sector)

  const directory = sectorsFrom(file.readUInt32LE(48))
  const entries = entriesOf(directory)
  const wanted = names.flatMap(
    (name) => entries.find((it) => it.kind === STREAM && it.name === name) ?? [],
  )[0]
  if (!wanted) return undefined
  if (wanted.bytes > file.length) throw damaged('a stream is longer than its file')
  if (wanted.bytes >= file.readUInt32LE(56)) return sectorsFrom(wanted.first).subarray(0, wanted.bytes)
  const root = entries.find((it) => it.kind === ROOT)
  if (!root) throw damaged('it has no root')
  const mini = sectorsFrom(root.first)
  const miniTable = wordsOf(sectorsFrom(file.readUInt32LE(60)))
  const miniSector = (number: number): Buffer => {
    if (number * 64 >= mini.length) throw damaged('a small sector is beyond its stream')
    return mini.subarray(number * 64, (number + 1) * 64)
  }
  return chain(wanted.first, (number) => miniTable[number], miniSector).subarray(0, wanted.bytes)
}

function allocationTable(file: Buffer, sector: (n: number) => Buffer, sectorBytes: number): number[] {
  const places = wordsOf(file.subarray(76, 512)).filter((place) => place !== FREE)
  const perSector = sectorBytes / 4 - 1
  let next = file.readUInt32LE(68)
  const most = Math.ceil(file.length / sectorBytes)
  for (let read = 0; next !== END_OF_CHAIN && next !== FREE; read++) {
    if (read > most) throw damaged('its table goes round')
    const words = wordsOf(sector(next))
    places.push(...words.slice(0, perSector).filter((place) => place !== FREE))
    next = words[perSector] ?? END_OF_CHAIN
  }
  if (places.length > most) throw damaged('its table is larger than the file')
  return places.flatMap((place) => wordsOf(sector(place)))
}

interface Entry {
  name: string
  kind: number
  first: number
  bytes: number
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + DIRECTORY_ENTRY_BYTES <= directory.length; at += DIRECTORY_ENTRY_BYTES) {
    const nameBytes = Math.min(Math.max(directory.readUInt16LE(at + 64) - 2, 0), 62)
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes),
      kind: directory.readUInt8(at + 66),
      first: directory.readUInt32LE(at + 116),
      bytes: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}

function wordsOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4))
}

function damaged(detail: string): SheetError {
  return new SheetError('damaged', detail)
}
