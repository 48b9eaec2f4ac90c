/** What reads the archive: a disk, a power cut or a person who has the folder may have written anything there. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { moveFragment, readMoof } from '../fmp4/read-moof.ts'
import { pathOfMarker } from '../record/markers.ts'
import { readEnding, readIdentity, segmentEnding } from '../record/segment-boxes.ts'
import { readSegment } from '../record/segment-file.ts'
import type { SegmentRow } from '../record/segment-row.ts'
import { segmentBytes } from '../testing/segment-bytes.ts'
import type { FuzzTarget } from './run.ts'

const STREAM = { company: 'c1', did: 'CAM-00000001', channel: 1, quality: 'main' } as const
const START_MS = Date.UTC(2026, 2, 29, 0, 59, 58)
const BOX_HEAD = 8

const { bytes: file, segment } = segmentBytes(STREAM, START_MS, 2)

/** The boxes of the file that are of this type, whole. */
function boxesOf(type: string): Buffer[] {
  const boxes: Buffer[] = []
  for (let at = 0; at < file.length; at += file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + BOX_HEAD) === type)
      boxes.push(file.subarray(at, at + file.readUInt32BE(at)))
  return boxes
}

/** The GOPs stand one behind the other, within what was checked good. */
function checkRow({ bytes, gops }: SegmentRow, length: number): void {
  let end = 0
  for (const gop of gops) {
    if (gop.offset < end || gop.bytes < BOX_HEAD || gop.frames < 1)
      throw new Error(`a GOP ${JSON.stringify(gop)}`)
    end = gop.offset + gop.bytes
  }
  if (end > bytes || bytes > length) throw new Error(`${end} of ${bytes} of ${length} bytes`)
}

/** Moved by a tick, as a replay moves it, it is what it was and a tick later. */
function readFragment(input: Buffer): void {
  const head = readMoof(input)
  if (!head) return
  const samples = head.tracks.reduce((sum, track) => sum + track.samples.length, 0)
  if (samples * 4 > input.length) throw new Error(`${samples} samples`)
  const moved = Buffer.from(input)
  moveFragment(moved, head, 1, () => 1)
  const again = readMoof(moved)
  for (const [at, { id, decodeTime, isLong }] of head.tracks.entries()) {
    const now = again?.tracks[at]
    const wanted = isLong ? decodeTime + 1 : (decodeTime + 1) % 2 ** 32
    if (now?.id !== id || now.decodeTime !== wanted)
      throw new Error(`${decodeTime} became ${now?.decodeTime}`)
  }
}

function recordedFiles(): FuzzTarget {
  let folder: Promise<string> | undefined
  return {
    name: 'recorded file',
    corpus: [file, segmentBytes(STREAM, START_MS, 1, 'stop').bytes],
    words: ['moof', 'mdat', 'traf', 'trun', 'uuid', 'moov', '"startMs":', '"company":'],
    cost: 10,
    async run(input) {
      const path = join(await (folder ??= mkdtemp(join(tmpdir(), 'vedette-fuzz-'))), 'one.mp4')
      await writeFile(path, input)
      const reading = await readSegment(path)
      if (reading.kind === 'unreadable') return
      checkRow(reading.row, input.length)
      if (reading.kind === 'whole') return
      // What a repair leaves is a whole file with the same pictures.
      const kept = input.subarray(0, reading.row.bytes)
      await writeFile(path, Buffer.concat([kept, segmentEnding({ endReason: 'killed' })]))
      const repaired = await readSegment(path)
      if (repaired.kind !== 'whole' || repaired.row.gops.length !== reading.row.gops.length)
        throw new Error(`repaired it is ${repaired.kind}`)
    },
    async close() {
      if (folder) await rm(await folder, { recursive: true })
    },
  }
}

export const recordTargets: FuzzTarget[] = [
  recordedFiles(),
  {
    name: 'fragment head',
    corpus: boxesOf('moof'),
    run: readFragment,
  },
  {
    name: 'identity of a file',
    corpus: [...boxesOf('moov'), ...boxesOf('uuid').map((box) => box.subarray(BOX_HEAD))],
    words: ['"id":', '"startMs":', '"path":', '..', '/', '"main"', '8640000000000001', 'null'],
    run(input) {
      readEnding(input)
      const path = readIdentity(input)?.path
      if (path?.split('/').some((name) => name === '' || name.startsWith('.')))
        throw new Error(`the path ${path}`)
    },
  },
  {
    name: 'names of markers',
    corpus: [Buffer.from(encodeURIComponent(segment.path))],
    words: ['%2F', '%2E%2E', '..', '%', '%00', '%5C', '.mp4'],
    run(input) {
      const path = pathOfMarker(input.toString('utf8'))
      if (path?.split('/').some((name) => /^\.|[\\\0]/.test(name) || name === ''))
        throw new Error(`the path ${path}`)
    },
  },
]
