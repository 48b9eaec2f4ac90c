/** Proves the archive: files against index, index against files, each hash, the chain that binds them, and the seals upon it. */
import type { Storage } from '../../engines/storage/storage.ts'
import { ChainSeals, type Sealed } from './chain-seals.ts'
import { FileProver } from './file-proof.ts'
import { faultsOfIndex } from './index-proof.ts'
import { finishedFiles } from './scan.ts'
import { streamOf } from './seal-store.ts'
import type { SealKey } from './seals.ts'
import type { StoredSegment } from './segment-columns.ts'
import { linkAfter, segmentStore } from './segment-store.ts'

const PAGE = 500

export interface Verified {
  files: number
  bytes: number
  /** What is wrong, a sentence each, in the order of the paths; empty when all is well. */
  faults: string[]
  sealed: Sealed
}

export interface VerifyOptions {
  onProgress?: (done: number) => void
  /** Time by the clock that recordings age by. */
  nowMs?: number
}

/** May run beside a platform that records and deletes: what changed meanwhile is looked at once more before it is called a fault. */
export async function verifyArchive(
  index: Storage,
  folder: string,
  key: SealKey,
  { onProgress = () => {}, nowMs = Date.now() }: VerifyOptions = {},
): Promise<Verified> {
  const store = segmentStore(index)
  const files = new FileProver(index, folder)
  const seals = await ChainSeals.read(index, key)
  const verified: Verified = { files: 0, bytes: 0, faults: [], sealed: seals.sealed }
  // Files first: one that is finished after this look is in neither list.
  const onDisk = new Set(await finishedFiles(folder))
  const chains = new Map<string, { seq: number; link: string }>()
  let after: StoredSegment | undefined
  for (;;) {
    const rows = await store.allInChainOrder(after, PAGE)
    for (const row of rows) {
      seals.check(row)
      const proof = await files.prove(row)
      const fault = proof.kind === 'right' ? faultOfChain(row, chains) : proof.fault
      chains.set(streamOf(row), row)
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
  verified.faults.push(...(await faultsOfIndex(index, folder, nowMs)))
  verified.faults.sort()
  const broken = await seals.firstBroken(index)
  if (broken !== undefined) verified.faults.push(broken)
  return verified
}

/** A row whose predecessor is gone, or is none, begins a stretch of the chain: what is missing is checked by `faultsOfIndex`. */
function faultOfChain(
  row: StoredSegment,
  chains: ReadonlyMap<string, { seq: number; link: string }>,
): string | undefined {
  const before = row.seq === 1 ? { seq: 0, link: '' } : chains.get(streamOf(row))
  const isNext = before?.seq === row.seq - 1
  if (isNext && linkAfter(before.link, row.hash) !== row.link) return 'the chain of hashes is broken here'
  // Rows of an older platform do not say it.
  return row.link_before !== '' && linkAfter(row.link_before, row.hash) !== row.link
    ? 'its link to the file before it in the chain is wrong'
    : undefined
}
