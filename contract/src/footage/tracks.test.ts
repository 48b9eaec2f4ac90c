/** Footage arrives in pieces that end anywhere. */
import { expect, it } from 'vitest'

import { joined } from './joined.ts'
import { FootageTracks, type Tracks } from './tracks.ts'

const [VIDEO, SOUND] = [1, 2]
const TRUN_FLAGS = 0x000f01
const SOUND_SAMPLES = 2
const SAMPLE_BYTES = 32

const numbers = (...values: number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  for (const [i, value] of values.entries()) view.setUint32(i * 4, value)
  return new Uint8Array(view.buffer)
}
const letters = (text: string): Uint8Array => new TextEncoder().encode(text)
const box = (type: string, ...content: Uint8Array[]): Uint8Array => {
  const inside = joined(content)
  return joined([numbers(inside.length + 8), letters(type), inside])
}

function track(id: number, handler: string, entry: Uint8Array): Uint8Array {
  return box(
    'trak',
    box('tkhd', numbers(0, 0, 0, id, 0)),
    box(
      'mdia',
      box('hdlr', numbers(0, 0), letters(handler), numbers(0, 0, 0)),
      box('minf', box('stbl', box('stsd', numbers(0, 1), entry))),
    ),
  )
}

/** One channel of 16 bits at 8 kHz. */
const alaw = box(
  'alaw',
  numbers(0, 1, 0, 0),
  new Uint8Array([0, 1, 0, 16, 0, 0, 0, 0]),
  numbers(8000 * 65_536),
)
const head = joined([
  box('ftyp', letters('iso6'), numbers(0)),
  box(
    'moov',
    box('mvhd', numbers(0, 0, 0)),
    track(VIDEO, 'vide', box('avc1', numbers(1, 2, 3))),
    track(SOUND, 'soun', alaw),
    box('mvex', box('trex', numbers(0, VIDEO, 1, 0, 0, 0)), box('trex', numbers(0, SOUND, 1, 0, 0, 0))),
  ),
])

/** Pictures first, the sound behind them. */
function fragment(number: number, pictureBytes: number): Uint8Array {
  const run = (offset: number, sizes: readonly number[], duration: number) =>
    box('trun', numbers(TRUN_FLAGS, sizes.length, offset, ...sizes.flatMap((size) => [duration, size, 0, 0])))
  const traf = (id: number, start: number, trun: Uint8Array) =>
    box('traf', box('tfhd', numbers(0x020000, id)), box('tfdt', numbers(0x01000000, 0, start)), trun)
  const sounds = Array.from({ length: SOUND_SAMPLES }, () => SAMPLE_BYTES)
  const moof = (length: number) =>
    box(
      'moof',
      box('mfhd', numbers(0, number)),
      traf(VIDEO, number * 3600, run(length + 8, [pictureBytes], 3600)),
      traf(SOUND, number * 64, run(length + 8 + pictureBytes, sounds, SAMPLE_BYTES)),
    )
  const data = Uint8Array.from(
    { length: pictureBytes + SOUND_SAMPLES * SAMPLE_BYTES },
    (_, i) => (i * 7 + number) % 256,
  )
  return joined([moof(moof(0).length), box('mdat', data)])
}

const footage = joined([head, fragment(1, 90), fragment(2, 17), fragment(3, 1)])

function taken(cuts: readonly number[], tracks = new FootageTracks('alaw')): Tracks {
  const edges = [0, ...cuts, footage.length]
  const all = edges.slice(1).map((end, i) => tracks.take(footage.slice(edges[i], end).buffer))
  return { picture: joined(all.map(({ picture }) => picture)), sound: joined(all.map(({ sound }) => sound)) }
}

const typesIn = (bytes: Uint8Array): string[] => {
  const types: string[] = []
  for (let at = 0; at < bytes.length;) {
    types.push(new TextDecoder().decode(bytes.subarray(at + 4, at + 8)))
    at += new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
  }
  return types
}

it('gives the pictures every byte but the names of what is left out, and the sound a movie of its own', () => {
  const { picture, sound } = taken([])
  expect(picture.length).toBe(footage.length)
  expect(typesIn(picture)).toEqual(['ftyp', 'moov', 'moof', 'mdat', 'moof', 'mdat', 'moof', 'mdat'])
  expect(typesIn(sound)).toEqual(['ftyp', 'moov', 'moof', 'mdat', 'moof', 'mdat', 'moof', 'mdat'])
  expect(taken([], new FootageTracks(undefined)).sound.length).toBe(0)
})

it('gives the same tracks wherever the footage is cut', () => {
  const whole = taken([])
  for (let cut = 1; cut < footage.length; cut++) expect(taken([cut])).toEqual(whole)
})

it('gives the same tracks of pieces of any length, down to single bytes', () => {
  const whole = taken([])
  for (const length of [1, 2, 3, 7, 8, 9, 64, 333]) {
    const cuts = Array.from({ length: Math.floor((footage.length - 1) / length) }, (_, i) => (i + 1) * length)
    expect(taken(cuts)).toEqual(whole)
  }
})
