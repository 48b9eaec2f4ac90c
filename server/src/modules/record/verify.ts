/** Proves the archive: files against index, index against files, each hash, the chain that binds them, and the seals upon it. */
import type { Storage } from '../../engines/storage/storage.ts'
import { unpackGops } from './packed-gops.ts'
import { finishedFiles, readFileOf } from './scan.ts'
import { ChainSeals, type Sealed } from './chain-seals.ts'
import { streamOf } from './seal-store.ts'
import type { SealKey } from './seals.ts'
import { linkAfter, segmentStore, type StoredSegment } from './segment-store.ts'

const PAGE = 500

export interface Verified {
  files: number
  bytes: number
  /** What is wrong, a sentence each, in the order of the paths; empty when all is well. */
  faults: string[]
  sealed: Sealed
}

/** May run beside a platform that records and deletes: what changed meanwhile is looked at once more before it is called a fault. */
export async function verifyArchive(
  index: Storage,
  folder: string,
  key: SealKey,
  onProgress: (done: number) => void = () => {},
): Promise<Verified> {
  const store = segmentStore(index)
  const seals = await ChainSeals.read(index, key)
  const verified: Verified = { files: 0, bytes: 0, faults: [], sealed: seals.sealed }
  // Files first: one that is finished after this look is in neither list.
  const onDisk = new Set(await finishedFiles(folder))
  const chains = new Map<string, { seq: number; link: string }>()
  let after: StoredSegment | undefined
  for (;;) {
    const rows = await store.allInChainOrder(after, PAGE)
    for (const row of rows) {
      seals.judge(row)
      const fault = (await faultOfFile(folder, row)) ?? faultOfChain(row, chains)
      // Retention may have taken it since the page was read.
      if (fault !== undefined && (await store.has(row.path))) verified.faults.push(`${row.path}: ${fault}`)
      onDisk.delete(row.path)
      verified.files++
      verified.bytes += row.bytes
    }
    onProgress(verified.files)
    after = rows.at(-1)
    if (rows.length < PAGE) break
  }
  const isFinished = new Set(await finishedFiles(folder))
  for (const path of onDisk)
    if (isFinished.has(path) && !(await store.has(path)))
      verified.faults.push(`${path}: the index does not know it`)
  verified.faults.sort()
  const broken = await seals.firstBroken(index)
  if (broken !== undefined) verified.faults.push(broken)
  return verified
}

async function faultOfFile(folder: string, row: StoredSegment): Promise<string | undefined> {
  const reading = await readFileOf(folder, row.path).catch((error: unknown) => ({
    kind: 'unreadable' as const,
    fault: error instanceof Error ? error.message : String(error),
  }))
  if (reading.kind !== 'whole') return reading.fault
  const { row: read } = reading
  if (read.bytes !== row.bytes) return `it has ${read.bytes} bytes and not ${row.bytes}`
  if (read.hash !== row.hash) return 'its bytes are not those that were recorded: the hash differs'
  if (read.startMs !== row.start_ms || read.endMs !== row.end_ms)
    return 'its times are not those of the index'
  if (JSON.stringify(read.gops) !== JSON.stringify(unpackGops(row.gops, row.start_ms)))
    return 'its fragments are not those of the index'
  return undefined
}

/** A row whose predecessor is gone, or is none, begins a stretch of the chain. */
function faultOfChain(
  row: StoredSegment,
  chains: Map<string, { seq: number; link: string }>,
): string | undefined {
  const key = streamOf(row)
  const before = row.seq === 1 ? { seq: 0, link: '' } : chains.get(key)
  chains.set(key, row)
  const isNext = before?.seq === row.seq - 1
  return isNext && linkAfter(before.link, row.hash) !== row.link
    ? 'the chain of hashes is broken here'
    : undefined
}
