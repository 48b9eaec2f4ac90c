/** Reads a .zip container that somebody else wrote (PKWARE APPNOTE 6.3): its directory, and single entries within limits. */
import { inflateRawSync } from 'node:zlib'

import { SheetError } from './sheet.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT = 65_535
const MAX_ENTRIES = 1000
const STORED = 0
const DEFLATED = 8

interface Entry {
  method: number
  packedBytes: number
  offset: number
  isEncrypted: boolean
}

export class Archive {
  readonly #file: Buffer
  readonly #entries: ReadonlyMap<string, Entry>
  #bytesLeft: number

  /** Throws SheetError for what is no archive or lies about its parts. */
  constructor(file: Buffer, maxUnpackedBytes: number) {
    this.#file = file
    this.#entries = directoryOf(file)
    this.#bytesLeft = maxUnpackedBytes
  }

  /** Undefined where there is no such entry. All entries together unpack to no more than the limit, whatever they say. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    if (entry.isEncrypted) throw new SheetError('encrypted', `${name} is encrypted`)
    const content = this.#unpack(name, entry)
    this.#bytesLeft -= content.length
    if (this.#bytesLeft < 0) throw tooLarge()
    return content
  }

  #unpack(name: string, { method, packedBytes, offset }: Entry): Buffer {
    const file = this.#file
    if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL_SIGNATURE)
      throw damaged(`${name} is not where the directory says`)
    const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
    const packed = file.subarray(start, start + packedBytes)
    if (packed.length !== packedBytes) throw damaged(`${name} reaches beyond the file`)
    if (method === STORED) return packed
    if (method !== DEFLATED) throw damaged(`${name} is packed by method ${method}`)
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(this.#bytesLeft, 1) })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
      throw damaged(`${name} cannot be unpacked`)
    }
  }
}

function directoryOf(file: Buffer): Map<string, Entry> {
  const end = endOf(file)
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > MAX_ENTRIES) throw damaged(`${count} entries`)
  const entries = new Map<string, Entry>()
  for (let i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw damaged(`the directory ends after ${i} of ${count} entries`)
    const nameBytes = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes)
    // Some writers begin names with a slash; the first of two entries of one name counts.
    const key = name.replace(/^\//, '')
    if (!entries.has(key))
      entries.set(key, {
        method: file.readUInt16LE(at + 10),
        packedBytes: file.readUInt32LE(at + 20),
        offset: file.readUInt32LE(at + 42),
        isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
      })
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - MAX_COMMENT)
  for (let at = file.length - END_BYTES; at >= first; at--)
    if (file.readUInt32LE(at) === END_SIGNATURE) return at
  throw damaged('it has no directory')
}

function damaged(detail: string): SheetError {
  return new SheetError('damaged', detail)
}

function tooLarge(): SheetError {
  return new SheetError('sheetTooLarge', 'it unpacks to more than is read')
}
