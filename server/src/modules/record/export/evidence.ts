/**
 * Footage that proves itself: whole recorded files, the chain of their hashes up to a seal, and who took them along, all in one page that plays
 * and verifies them without a network. docs/decisions/0171-evidence-is-whole-files.md.
 */
import { createHash, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ExportReason } from '@vedette/contract/calls/export'
import type { Clock } from '../../../engines/clock.ts'
import { clockIn } from '../../../engines/local-day.ts'
import type { WrittenFile } from '../intake.ts'
import { unpackGops } from '../packed-gops.ts'
import { fingerprintOf } from '../seals.ts'
import type { StoredSegment } from '../segment-columns.ts'
import type { StreamKey } from '../segment-store.ts'
import { type EvidenceText, writePage, writeZip } from './evidence-files.ts'
import type { ExportedCamera, Parties, StoredPart } from './export-store.ts'
import { fileName, type FilmNeeds, type Making } from './films.ts'
import { type HashedPiece, piecesOf } from './pieces.ts'
import { type Proof, proofOf, type ProofNeeds } from './proof.ts'

/** One page holds so much footage; what is more comes as a zip. */
const PAGE_BYTES = 64 * 2 ** 20
const LOOK_MS = 250
/** A file ends with its GOP when it is asked to, and with its minute if nobody hears that. */
const LONGEST_WAIT = 720

export interface EvidenceNeeds extends FilmNeeds, ProofNeeds {
  clock: Clock
  /** The file is being written; it is to end soon, not with its minute. */
  endFile: (companyId: string, stream: StreamKey, id: string) => void
  /** Footage that fits into one page. */
  onePageBytes?: (() => number) | undefined
}

interface Asked extends Parties {
  note: string
  right: string
}

interface ManifestFile {
  /** Its name in the page, and as what the recipe of docs/recordings.md saves it. */
  id: string
  /** Path in the archive. */
  path: string
  seq: number
  bytes: number
  sha256: string
  codecs: string
  startMs: number
  endMs: number
  /** When it was fetched from the device's own storage; absent for what was recorded as it came. */
  filledAtMs?: number
  pieces: HashedPiece[]
}

interface ManifestStretch {
  camera: ExportedCamera & { quality: string }
  files: ManifestFile[]
  proof: Proof
}

export async function makeEvidence(
  making: Making,
  asked: Asked,
  needs: EvidenceNeeds,
): Promise<{ reason: ExportReason; parts: StoredPart[] }> {
  const { fromMs, toMs, folder, progress, signal, cameras } = making
  const stretches: { camera: ExportedCamera; stream: StreamKey; rows: StoredSegment[] }[] = []
  for (const camera of cameras) {
    const found = await finishedRows(making, camera, needs)
    if (found === 'unfinished') return { reason: 'unfinished', parts: [] }
    if (found) stretches.push(...onEnd(found.rows).map((rows) => ({ camera, stream: found.stream, rows })))
  }
  if (stretches.length === 0) return { reason: 'noRecording', parts: [] }

  const total = stretches.flatMap(({ rows }) => rows).reduce((sum, { bytes }) => sum + bytes, 0)
  const told: ManifestStretch[] = []
  const paths: string[] = []
  let done = 0
  for (const { camera, stream, rows } of stretches) {
    const files: ManifestFile[] = []
    for (const row of rows) {
      signal.throwIfAborted()
      const bytes = await readFile(needs.files.pathOf(row.path))
      // What the archive has altered is no evidence of anything.
      if (sha256(bytes) !== row.hash) return { reason: 'altered', parts: [] }
      const pieces = piecesOf(bytes, row.start_ms, unpackGops(row.gops, row.start_ms))
      const { path, seq, codecs } = row
      const [startMs, endMs] = [row.start_ms, row.end_ms]
      const id = `file-${paths.length}`
      const origin = row.filled_at === null ? {} : { filledAtMs: row.filled_at }
      const known = { id, path, seq, bytes: bytes.length, sha256: row.hash, codecs, startMs, endMs }
      files.push({ ...known, ...origin, pieces })
      paths.push(row.path)
      done += bytes.length
      progress(done, 2 * total)
    }
    const proof = await proofOf(rows, needs)
    if (!proof) return { reason: 'altered', parts: [] }
    told.push({ camera: { ...camera, quality: stream.quality }, files, proof })
  }

  const { key } = needs.sealer
  const timeOf = clockIn(making.timeZone)
  const atMs = needs.clock.now()
  const { company, account, note, right, timeZone } = asked
  const manifest = JSON.stringify({
    format: 'vedette evidence 1',
    company,
    account,
    right,
    note,
    timeZone,
    exportedAt: atMs,
    fromMs,
    toMs,
    key: fingerprintOf(key),
    stretches: told,
  })
  const texts: EvidenceText[] = [
    { id: 'manifest.json', bytes: Buffer.from(manifest) },
    { id: 'manifest.sig', bytes: sign(null, Buffer.from(manifest), key.private) },
    { id: 'key.pem', bytes: Buffer.from(key.public.export({ format: 'pem', type: 'spki' })) },
    { id: 'sums', bytes: Buffer.from(told.flatMap(({ files }) => files.map(sumOf)).join('')) },
    ...told.flatMap(({ proof }, i) => proofTexts(proof, i)),
  ]
  const files = paths.map((path, i) => ({ id: `file-${i}`, path: needs.files.pathOf(path) }))
  const title = `${cameras.map(({ name }) => name).join(', ')} ${timeOf(fromMs)}`
  const content = {
    title,
    texts,
    files,
    hasG711: told.some((stretch) => stretch.files.some(({ codecs }) => /[au]law/.test(codecs))),
    signal,
    onBytes: (bytes: number) => progress((done += bytes), 2 * total),
  }
  const isPage = total <= (needs.onePageBytes?.() ?? PAGE_BYTES)
  const file = isPage ? 'evidence.html' : 'evidence.zip'
  const Bytes = await (isPage ? writePage : writeZip)(join(folder, file), content)
  const Name = `${fileName(title)}${isPage ? '.html' : '.zip'}`
  const Filled = told
    .flatMap((stretch) => stretch.files)
    .filter(({ filledAtMs }) => filledAtMs !== undefined)
    .flatMap(({ startMs, endMs }) => [Math.max(startMs, fromMs), Math.min(endMs, toMs)])
  return { reason: '', parts: [{ file, Name, Bytes, From: fromMs, To: toMs, Gaps: [], Filled }] }
}

/** Files of the main stream, or of the other one where that was not recorded; once the file that is being written has ended, as it is asked to. */
async function finishedRows(
  { companyId, fromMs, toMs, signal }: Making,
  { did, channel }: ExportedCamera,
  { store, openOf, endFile, clock }: EvidenceNeeds,
): Promise<{ stream: StreamKey; rows: StoredSegment[] } | 'unfinished' | undefined> {
  for (const quality of ['main', 'sub'] as const) {
    const stream = { did, channel, quality }
    const isOpen = ({ file, gops }: WrittenFile): boolean =>
      file.startMs < toMs && gops.some(({ startMs, durationMs }) => startMs + durationMs > fromMs)
    for (let waited = 0; ; waited++) {
      const open = openOf(companyId, stream).filter(isOpen)
      if (open.length === 0) break
      if (waited === LONGEST_WAIT) return 'unfinished'
      signal.throwIfAborted()
      // Said again each time: a shard that starts anew has heard nothing of it.
      for (const { file, isGrowing } of open) if (isGrowing) endFile(companyId, stream, file.id)
      await pause(clock)
    }
    const rows = await store.between(companyId, stream, fromMs, toMs)
    if (rows.length > 0) return { stream, rows: rows.toSorted((a, b) => a.seq - b.seq) }
  }
  return undefined
}

function pause(clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.every(LOOK_MS, resolve)
  return promise.finally(() => timer.stop())
}

/** Split where a file is missing in the chain. */
function onEnd(rows: readonly StoredSegment[]): StoredSegment[][] {
  const stretches: StoredSegment[][] = []
  for (const row of rows) {
    const last = stretches.at(-1)
    if (last?.at(-1)?.seq === row.seq - 1) last.push(row)
    else stretches.push([row])
  }
  return stretches
}

/** A line as `sha256sum` writes and reads it. */
const sumOf = ({ id, sha256: hash }: ManifestFile): string => `${hash}  ${id}.mp4\n`

/** What the recipe of docs/recordings.md needs of a proof, one thing each. */
function proofTexts({ stream, startLink, startSeq, hashes, after, seal }: Proof, i: number): EvidenceText[] {
  const seq = startSeq + hashes.length + after.length
  const text = (id: string, said: string): EvidenceText => ({ id: `${id}-${i}`, bytes: Buffer.from(said) })
  return [
    text('chain', [startLink, ...hashes, ...after].map((line) => `${line}\n`).join('')),
    text('place', `${stream} ${seq}`),
    text('leaves', seal.leaves.join('\n')),
    text('seal', seal.statement),
    { id: `seal-signature-${i}`, bytes: Buffer.from(seal.signature, 'base64') },
  ]
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
