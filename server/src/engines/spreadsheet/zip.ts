/** The .zip container that .xlsx is (PKWARE APPNOTE 6.3): deflated entries, then the directory. */
import { crc32, deflateRawSync } from 'node:zlib'

/** 1980-01-01, the format's first day: a file does not say when it was made. */
const DOS_DATE = 0x21
const VERSION = 20
const DEFLATED = 8
/** Names are UTF-8. */
const FLAGS = 0x0800

export function zip(entries: readonly { name: string; content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const path = Buffer.from(name)
    const data = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(FLAGS, 2)
    facts.writeUInt16LE(DEFLATED, 4)
    facts.writeUInt16LE(DOS_DATE, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, path, data)
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(offset, 12)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts.subarray(0, 24), entry.subarray(0, 16))
    directory.push(path)
    offset += 4 + facts.length + path.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end])
}
