/** The .zip container (PKWARE APPNOTE 6.3): entries, then the directory. */
import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20
const DEFLATED = 8
const STORED = 0
/** Names are UTF-8. */
const FLAGS = 0x0800

export interface ZipEntry {
  name: string
  content: Buffer
  /** 1980-01-01, the format's first day, where it is left out. */
  modified?: Date
}

/** Deflated. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const directory = new Directory()
  const parts = entries.flatMap((entry) => directory.add(entry, DEFLATED, deflateRawSync(entry.content)))
  return Buffer.concat([...parts, directory.end()])
}

/** Writes entries as they come, and as they are: for what is compressed already. One entry is held in memory at a time. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory = new Directory()
  for await (const entry of entries) yield* directory.add(entry, STORED, entry.content)
  yield directory.end()
}

/** Without ZIP64: up to 65,535 entries and 4 GiB. */
class Directory {
  readonly #listed: Buffer[] = []
  #entries = 0
  #offset = 0

  add({ name, content, modified }: ZipEntry, method: number, data: Buffer): Buffer[] {
    const path = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(FLAGS, 2)
    facts.writeUInt16LE(method, 4)
    const { time, date } = dosTime(modified)
    facts.writeUInt16LE(time, 6)
    facts.writeUInt16LE(date, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(16)
    place.writeUInt32LE(this.#offset, 12)
    this.#listed.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts.subarray(0, 24), place, path)
    this.#entries++
    this.#offset += 4 + facts.length + path.length + data.length
    return [Buffer.from('PK\x03\x04', 'latin1'), facts, path, data]
  }

  end(): Buffer {
    const listed = Buffer.concat(this.#listed)
    const end = Buffer.alloc(18)
    end.writeUInt16LE(this.#entries, 4)
    end.writeUInt16LE(this.#entries, 6)
    end.writeUInt32LE(listed.length, 8)
    end.writeUInt32LE(this.#offset, 12)
    return Buffer.concat([listed, Buffer.from('PK\x05\x06', 'latin1'), end])
  }
}

/** MS-DOS time: two-second steps from 1980, in UTC here since a file does not say in which zone. */
function dosTime(at: Date | undefined): { time: number; date: number } {
  if (!at || at.getUTCFullYear() < 1980 || at.getUTCFullYear() > 2107) return { time: 0, date: 0x21 }
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
