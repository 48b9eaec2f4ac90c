/** A recorded film, fragmented MP4 as it comes in pieces, as what a decoder takes. */
import { boxAt, boxesIn } from '@vedette/media/fmp4/read-boxes'
import { readMoof } from '@vedette/media/fmp4/read-moof'
import { initLengthOf, tracksOf } from '@vedette/media/replay/init'

import type { StreamConfiguration, VideoUnit } from '../decode/live-video.ts'

/** The fields of a VisualSampleEntry before its boxes, from its contents on (ISO 14496-12 section 12.1.3). */
const [WIDTH_AT, HEIGHT_AT, ENTRY_BYTES] = [24, 26, 78]
const STSD_HEAD = 8
const RECORDS = { avcC: 'h264', hvcC: 'h265' } as const

/** Undefined for a film without video, or of a codec that can't be decoded here. */
export function configurationOfFilm(init: Buffer): StreamConfiguration | undefined {
  const moov = boxAt(init, ['moov'])
  if (!moov) return undefined
  for (const trak of boxesIn(init, moov.from, moov.end).filter(({ type }) => type === 'trak')) {
    const stsd = boxAt(init, ['mdia', 'minf', 'stbl', 'stsd'], trak)
    const entry = stsd && boxesIn(init, stsd.from + STSD_HEAD, stsd.end)[0]
    if (!entry || entry.end - entry.from < ENTRY_BYTES) continue
    for (const box of boxesIn(init, entry.from + ENTRY_BYTES, entry.end))
      if (box.type === 'avcC' || box.type === 'hvcC')
        return {
          codec: RECORDS[box.type],
          width: init.readUInt16BE(entry.from + WIDTH_AT),
          height: init.readUInt16BE(entry.from + HEIGHT_AT),
          initSegment: init,
          record: init.subarray(box.from, box.end),
        }
  }
  return undefined
}

export type FilmPart = { type: 'init'; init: Buffer } | { type: 'units'; units: VideoUnit[] }

/** The film's start, then its pictures by fragments; ends where the bytes do, or are torn. `originMs`: the wall clock at media time 0. */
export async function* partsOfFilm(
  chunks: AsyncIterable<Buffer>,
  originMs: number,
): AsyncGenerator<FilmPart> {
  let held: Buffer = Buffer.alloc(0)
  let video: { id: number; timescale: number } | undefined
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (!video) {
      const length = initLengthOf(held)
      if (length === undefined) continue
      const init = held.subarray(0, length)
      video = tracksOf(init).find(({ kind }) => kind === 'video')
      if (!video) return
      yield { type: 'init', init }
      held = held.subarray(length)
    }
    for (;;) {
      const bytes = fragmentBytes(held)
      if (bytes === undefined) break
      yield { type: 'units', units: unitsOfFragment(held.subarray(0, bytes), video, originMs) }
      held = held.subarray(bytes)
    }
  }
}

/** Size of a moof with its mdat; undefined while they are not there whole. */
function fragmentBytes(held: Buffer): number | undefined {
  if (held.length < 8) return undefined
  const moof = held.readUInt32BE()
  if (held.length < moof + 8) return undefined
  const whole = moof + held.readUInt32BE(moof)
  return whole >= moof + 8 && held.length >= whole ? whole : undefined
}

function unitsOfFragment(
  fragment: Buffer,
  { id, timescale }: { id: number; timescale: number },
  originMs: number,
): VideoUnit[] {
  const track = readMoof(fragment)?.tracks.find((it) => it.id === id)
  if (!track) return []
  const units: VideoUnit[] = []
  let ticks = track.decodeTime
  for (const { at, bytes, duration, compositionOffset, isKey } of track.samples) {
    const ms = ((ticks + compositionOffset) * 1000) / timescale
    ticks += duration
    if (at + bytes > fragment.length) break
    units.push({
      isKey,
      timestampUs: Math.round(ms * 1000),
      arrivalMs: originMs + ms,
      fragment,
      units: fragment.subarray(at, at + bytes),
    })
  }
  return units
}
