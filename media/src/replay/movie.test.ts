import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AccessUnit } from '../access-unit.ts'
import { fragmentHead } from '../fmp4/fragment.ts'
import { AUDIO_TRACK, initSegment, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import { boxAt, boxesIn } from '../fmp4/read-boxes.ts'
import { readMoof } from '../fmp4/read-moof.ts'
import { Blocks } from '../blocks.ts'
import { PictureTrack, type Run } from '../record/picture-track.ts'
import { SoundTrack } from '../record/sound-track.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import { footage } from '../testing/footage.ts'
import { footageFormat } from '../testing/segment-bytes.ts'
import { Movie } from './movie.ts'

const FRAME_MS = 40
const TICKS = 90
const GOP = 25
const SOUND = { kind: 'audio', codec: 'pcma', rfc6381: 'alaw', channels: 1, sampleRate: 8000 } as const
const SOUND_FRAME = 160
/** Files of two seconds, the second one a second after the end of the first. */
const FILES_MS = [1000, 4000]

interface Recorded {
  fragments: { bytes: Buffer; fileMs: number }[]
  /** When each picture is shown on the timeline of the whole, in order. */
  shownMs: number[]
}

/** As a recorder writes it: eleven pictures a fragment, each GOP beginning another. */
function recorded(name: 'plain' | 'reordered', hasSound: boolean): Recorded {
  const { pictures } = footage(name)
  const fragments: Recorded['fragments'] = []
  const shownMs: number[] = []
  for (const fileMs of FILES_MS) {
    const blocks = new Blocks()
    const track = new PictureTrack(blocks, name === 'reordered' ? 2 : 0)
    const sound = new SoundTrack(blocks, SOUND)
    let sequence = 0
    const write = (run: Run | undefined): void => {
      if (!run) return
      const runs = [{ trackId: VIDEO_TRACK, ...run }]
      const heard = hasSound ? sound.cut() : undefined
      if (heard) runs.push({ trackId: AUDIO_TRACK, ...heard })
      const pieces = [fragmentHead(++sequence, runs), ...runs.flatMap(({ media }) => media.pieces)]
      fragments.push({ bytes: Buffer.concat(pieces), fileMs })
    }
    for (const [i, picture] of pictures.entries()) {
      const at = name === 'reordered' ? placeOf(i) : i
      if (picture.isKey && i > 0) write(track.endGop(at * FRAME_MS * TICKS))
      const unit: AccessUnit = { kind: 'video', timestampUs: 0, arrivalUs: 0, ...picture }
      track.push(unit, at * FRAME_MS * TICKS)
      shownMs.push(fileMs + at * FRAME_MS)
      const samples = Buffer.alloc(SOUND_FRAME, i)
      const heard: AccessUnit = { ...unit, kind: 'audio', units: [samples] }
      for (const half of [0, 0.5]) sound.push(heard, ((i + half) * FRAME_MS) / 1000)
      if (i % GOP === 11) write(track.cut())
    }
    write(track.end())
  }
  return { fragments, shownMs: shownMs.toSorted((a, b) => a - b) }
}

/** I P B B P B B …: each two B pictures are shown before the P picture that came before them. */
function placeOf(i: number): number {
  const inGop = i % GOP
  const place = inGop === 0 ? 0 : ([3, 1, 2][(inGop - 1) % 3] ?? 0)
  return i - inGop + 3 * Math.floor(Math.max(0, inGop - 1) / 3) + place
}

function movieOf(
  { fragments }: Recorded,
  init: Buffer,
  fromMs: number,
  toMs: number,
): { file: Buffer; all: Buffer } {
  const movie = new Movie(init)
  let at = 0
  for (const { bytes, fileMs } of fragments) {
    const head = readMoof(bytes)
    if (!head) throw new Error('a fragment without a head')
    movie.add(head, at, fileMs)
    at += bytes.length
  }
  const all = Buffer.concat(fragments.map(({ bytes }) => bytes))
  const { head, dataBytes } = movie.head({ fromMs, toMs, createdMs: Date.UTC(2026, 10, 22) })
  return { file: Buffer.concat([head, all.subarray(0, dataBytes)]), all }
}

describe.each(['plain', 'reordered'] as const)('a plain MP4 of %s pictures', (name) => {
  const video = footageFormat(name)

  it.each([
    ['all of it', 1000, 6000],
    ['from the middle of a GOP to the middle of another', 1500, 5320],
    ['between two pictures', 1730, 2290],
    ['from before the first picture', 0, 1400],
    ['over the gap between two files', 2900, 4100],
  ])('shows what was asked for, no picture more or less: %s', async (_, fromMs, toMs) => {
    const source = recorded(name, true)
    const { file } = movieOf(source, initSegment(video, SOUND).bytes, fromMs, toMs)
    const probed = await ffprobe(file)
    expect(probed.complaints).toBe('')
    const wanted = source.shownMs.filter((ms) => ms >= fromMs && ms < toMs)
    // ffmpeg moves the first picture to the beginning, and waits where the track begins later.
    const first = source.shownMs.some((ms) => ms < fromMs) ? (wanted[0] ?? 0) : fromMs
    expect(probed.pictures.map((s) => Math.round(s * 1000))).toEqual(wanted.map((ms) => ms - first))
    const heardMs = FILES_MS.reduce((sum, ms) => sum + overlap(ms, ms + 2000, fromMs, toMs), 0)
    // Sound is cut between its frames, of which the first and the last may reach over the edges.
    expect(Math.abs(probed.samples - heardMs * 8)).toBeLessThanOrEqual(2 * SOUND_FRAME)
  })

  it('tells its own length, and that of each track', () => {
    const { file } = movieOf(recorded(name, true), initSegment(video, SOUND).bytes, 1500, 5320)
    const mvhd = boxAt(file, ['moov', 'mvhd'])
    const tkhd = boxAt(file, ['moov', 'trak', 'tkhd'])
    expect(mvhd && file.readUInt32BE(mvhd.from + 16)).toBe(3820)
    expect(tkhd && file.readUInt32BE(tkhd.from + 20)).toBe(3820)
    expect(boxesIn(file).map(({ type }) => type)).toEqual(['ftyp', 'moov'])
    const mdat = boxesIn(file).at(-1)?.end ?? 0
    expect(file.toString('latin1', mdat + 4, mdat + 8)).toBe('mdat')
    expect(Number(file.readBigUInt64BE(mdat + 8))).toBe(file.length - mdat)
  })

  it('holds nothing from beyond the last picture that it shows', () => {
    const source = recorded(name, false)
    const init = initSegment(video).bytes
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 6000 }), (toMs) => {
        const { file, all } = movieOf(source, init, 1000, toMs)
        const later = movieOf({ ...source, fragments: source.fragments.slice(0, -1) }, init, 1000, toMs)
        // A recording that goes on meanwhile changes nothing of what was asked for.
        if (toMs <= 5000) expect(later.file).toEqual(file)
        expect(file.length).toBeLessThan(all.length + 8192)
      }),
      { numRuns: 60 },
    )
  })
})

const overlap = (from: number, to: number, a: number, b: number): number =>
  Math.max(0, Math.min(to, b) - Math.max(from, a))
