/** A recorded file in pieces of a second, each with its hash: so that what was altered can be named to the second. */
import { createHash } from 'node:crypto'

import { VIDEO_TIMESCALE, VIDEO_TRACK } from '@vedette/media/fmp4/init-segment'
import { readMoof } from '@vedette/media/fmp4/read-moof'
import type { GopRow } from '@vedette/media/record/segment-row'

/** Offset, bytes, start and end of its pictures in ms since 1970, SHA-256 in hex. The file's start and end belong to no time. */
export type HashedPiece = [offset: number, bytes: number, startMs: number, endMs: number, sha256: string]

export function piecesOf(file: Buffer, startMs: number, gops: readonly GopRow[]): HashedPiece[] {
  const cuts = new Map<number, number>([[0, startMs]])
  for (const gop of gops) {
    cuts.set(gop.offset, gop.startMs)
    // Inside a group of pictures a piece begins with the first picture of each further second.
    for (const { at, ms } of picturesOf(file, gop, startMs)) {
      const lastMs = Math.max(...cuts.values())
      if (ms - lastMs >= 1000) cuts.set(at, ms)
    }
  }
  const lastGop = gops.at(-1)
  const endMs = lastGop ? lastGop.startMs + lastGop.durationMs : startMs
  const places = [...cuts].toSorted(([a], [b]) => a - b)
  return places.map(([offset, ms], i) => {
    const [next, nextMs] = places[i + 1] ?? [file.length, endMs]
    const sha256 = createHash('sha256').update(file.subarray(offset, next)).digest('hex')
    return [offset, next - offset, ms, Math.max(ms, nextMs), sha256]
  })
}

function picturesOf(file: Buffer, gop: GopRow, startMs: number): { at: number; ms: number }[] {
  const pictures = []
  for (let at = gop.offset; at < gop.offset + gop.bytes;) {
    const head = readMoof(file.subarray(at, gop.offset + gop.bytes))
    if (!head) break
    const video = head.tracks.find(({ id }) => id === VIDEO_TRACK)
    let ticks = video?.decodeTime ?? 0
    for (const sample of video?.samples ?? []) {
      pictures.push({ at: at + sample.at, ms: startMs + Math.round((ticks * 1000) / VIDEO_TIMESCALE) })
      ticks += sample.duration
    }
    at += head.bytes + file.readUInt32BE(at + head.bytes)
  }
  return pictures
}
