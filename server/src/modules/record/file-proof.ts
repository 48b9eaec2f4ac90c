/** What a file says of itself, beside what the index says of it. */
import type { Storage } from '../../engines/storage/storage.ts'
import { ArchiveFiles } from './archive-files.ts'
import { hashOfInit } from './intake.ts'
import { isSameGops } from './packed-gops.ts'
import { readFileOf } from './scan.ts'
import { columnsOf } from './segment-columns.ts'
import type { StoredSegment } from './segment-columns.ts'
import { segmentStore } from './segment-store.ts'

type Told = ReturnType<typeof columnsOf>

/** `others`: the index is wrong, and the file as it was recorded. */
export type FileProof =
  | { kind: 'right' }
  | { kind: 'missing' | 'otherBytes'; fault: string }
  | { kind: 'others'; fault: string; told: Told; init: { hash: string; bytes: Buffer } }

const TIMES = ['start_ms', 'end_ms'] as const
const REST = [
  'company_id',
  'did',
  'channel',
  'quality',
  'id',
  'frames',
  'codecs',
  'end_reason',
  'camera_offset_ms',
  'filled_at',
  'init_hash',
] as const

export class FileProver {
  readonly #files: ArchiveFiles
  readonly #folder: string
  readonly #index: Storage
  /** What the index is known to have. */
  readonly #inits = new Set<string>()

  constructor(index: Storage, folder: string) {
    this.#index = index
    this.#folder = folder
    this.#files = new ArchiveFiles(folder)
  }

  async prove(row: StoredSegment): Promise<FileProof> {
    const reading = await readFileOf(this.#folder, row.path).catch((error: unknown) => ({
      kind: 'missing' as const,
      fault: error instanceof Error ? error.message : String(error),
    }))
    if (reading.kind === 'missing') return { kind: 'missing', fault: reading.fault }
    if (reading.kind !== 'whole') return { kind: 'otherBytes', fault: reading.fault }
    const { row: read } = reading
    const isSize = read.bytes === row.bytes
    if (!isSize || read.hash !== row.hash)
      return {
        kind: 'otherBytes',
        fault: isSize
          ? 'its bytes are not those that were recorded: the hash differs'
          : `it has ${read.bytes} bytes and not ${row.bytes}`,
      }
    const init = await this.initOf(read)
    const told = columnsOf(read, init.hash)
    const others = (fault: string): FileProof => ({ kind: 'others', fault, told, init })
    if (TIMES.some((name) => told[name] !== row[name])) return others('its times are not those of the index')
    if (!isSameGops(told.gops, row.gops, row.start_ms))
      return others('its fragments are not those of the index')
    const wrong = REST.filter((name) => told[name] !== row[name])
    if (wrong.length > 0)
      return others(`the index says otherwise of it than it does itself: ${wrong.join(', ')}`)
    return (await this.#hasInit(init)) ? { kind: 'right' } : others('the index has not what it begins with')
  }

  /** What files of this description begin with. */
  async initOf({ path, gops }: Pick<Parameters<typeof columnsOf>[0], 'path' | 'gops'>) {
    const bytes = (await this.#files.init(path, gops[0]?.offset ?? 0)) ?? Buffer.alloc(0)
    return { hash: hashOfInit(bytes), bytes }
  }

  async #hasInit({ hash, bytes }: { hash: string; bytes: Buffer }): Promise<boolean> {
    if (this.#inits.has(hash)) return true
    const stored = await segmentStore(this.#index).init(hash)
    const isThere = stored !== undefined && stored.equals(bytes)
    if (isThere) this.#inits.add(hash)
    return isThere
  }
}
