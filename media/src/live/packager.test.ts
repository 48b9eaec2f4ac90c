import { beforeEach, describe, expect, it } from 'vitest'

import type { AudioFormat, VideoFormat } from '../access-unit.ts'
import { footage } from '../testing/footage.ts'
import { HEADER_BYTES, readHeader } from './message.ts'
import type { LiveHeader } from './message.ts'
import { Packager } from './packager.ts'

const START_US = 1_767_225_600_000_000
const { sps, pps, pictures } = footage('plain')
const VIDEO: VideoFormat = {
  kind: 'video',
  codec: 'h264',
  rfc6381: 'avc1.64000B',
  width: 160,
  height: 96,
  sps,
  pps,
}
const AUDIO: AudioFormat = {
  kind: 'audio',
  codec: 'aac',
  rfc6381: 'mp4a.40.2',
  sampleRate: 16_000,
  channels: 1,
  config: Buffer.from('1408', 'hex'),
}

let messages: Buffer[]
let packager: Packager

beforeEach(() => {
  messages = []
  packager = new Packager(5, (message) => messages.push(message.bytes()))
})

function headers(): LiveHeader[] {
  return messages.flatMap((message) => readHeader(message) ?? [])
}

const TYPES = ['', 'configuration', 'picture', 'sound']
const types = () => headers().map(({ type, isKey }) => (type === 2 && isKey ? 'key' : TYPES[type]))

/** Picture `index` of the footage, `lateUs` off its time. */
function show(index: number, lateUs = 0): void {
  const { isKey, units } = pictures[index % pictures.length] ?? { isKey: false, units: [] }
  const timestampUs = 7_000_000 + index * 40_000 + lateUs
  packager.accessUnit({ kind: 'video', isKey, units, timestampUs, arrivalUs: START_US + index * 40_000 })
}

/** The sound frame `index`, on an RTP clock of its own that started with the video's. */
function sound(index: number): void {
  const timestampUs = 900_000_000 + index * 64_000
  packager.accessUnit({
    kind: 'audio',
    isKey: true,
    units: [Buffer.alloc(20)],
    timestampUs,
    arrivalUs: START_US + index * 64_000,
  })
}

describe('a packager', () => {
  it('opens an epoch with a configuration and counts its messages', () => {
    packager.format(VIDEO)
    for (const index of [0, 1, 2]) show(index)
    expect(types()).toEqual(['configuration', 'key', 'picture', 'picture'])
    expect(headers().map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3])
    expect(new Set(headers().map(({ epoch }) => epoch)).size).toBe(1)
    expect(headers().every(({ stream, hasAudio }) => stream === 5 && !hasAudio)).toBe(true)
    expect(headers().map(({ timestampUs }) => timestampUs)).toEqual([0, 500_000, 540_000, 580_000])
  })

  it('puts the access unit where the data offset says', () => {
    packager.format(VIDEO)
    show(0)
    const message = messages[1] ?? Buffer.alloc(0)
    const unit = pictures[0]?.units[0] ?? Buffer.alloc(0)
    const data = message.subarray(readHeader(message)?.dataOffset)
    expect(data.readUInt32BE()).toBe(unit.length)
    expect(data.subarray(4)).toEqual(unit)
    expect(message.toString('latin1', HEADER_BYTES + 4, HEADER_BYTES + 8)).toBe('moof')
  })

  it('says nothing before format and key frame', () => {
    show(0)
    packager.format(VIDEO)
    show(1)
    expect(messages).toEqual([])
  })

  it('opens another epoch at the key frame after a change of format', () => {
    packager.format(VIDEO)
    show(0)
    packager.format({ ...VIDEO, width: 80 })
    show(1)
    show(25)
    expect(types()).toEqual(['configuration', 'key', 'configuration', 'key'])
    const [first, , second] = headers()
    expect(second?.epoch).toBeGreaterThan(first?.epoch ?? 0)
  })

  it('opens another epoch for each session, with a number that no earlier process gave', () => {
    packager.format(VIDEO)
    show(0)
    packager.restart()
    packager.format(VIDEO)
    show(0)
    const epochs = headers().flatMap(({ type, epoch }) => (type === 1 ? epoch : []))
    const byClock = (START_US / 10_000) % 2 ** 32
    expect(epochs).toEqual([byClock, byClock + 1])
  })

  it('waits for a key frame and opens another epoch when the time stamps jump', () => {
    packager.format(VIDEO)
    show(0)
    show(1, 20_000_000)
    show(2, 20_000_000)
    show(25, 20_000_000)
    expect(types()).toEqual(['configuration', 'key', 'configuration', 'key'])
    show(50, -600_000_000)
    expect(types()).toEqual(['configuration', 'key', 'configuration', 'key', 'configuration', 'key'])
  })

  it('shows two reordered pictures a second at their times from the second key frame on', () => {
    packager.format(VIDEO)
    const shown: number[] = []
    for (let index = 0; index < 75; index++) {
      const { isKey, units } = pictures[index % pictures.length] ?? { isKey: false, units: [] }
      // I P B B B P B B B …
      const inGop = index % 25
      const place = inGop === 0 ? 0 : 4 * Math.floor((inGop - 1) / 4) + ([4, 1, 2, 3][(inGop - 1) % 4] ?? 0)
      shown.push(index - inGop + place)
      const [timestampUs, arrivalUs] = [(shown.at(-1) ?? 0) * 500_000, START_US + index * 500_000]
      packager.accessUnit({ kind: 'video', isKey, units, timestampUs, arrivalUs })
    }
    const told = types()
    expect(told.filter((type) => type === 'configuration')).toHaveLength(2)
    const second = headers().slice(told.lastIndexOf('configuration') + 1)
    const [first] = second
    const places = shown.slice(25)
    expect(second.map(({ timestampUs }) => (timestampUs - (first?.timestampUs ?? 0)) / 500_000)).toEqual(
      places.map((at) => at - 25),
    )
  })

  it('adds sound at the key frame after its first, on the timeline of the pictures', () => {
    packager.format(VIDEO)
    for (let index = 0; index < 25; index++) show(index)
    packager.format(AUDIO)
    sound(16)
    show(25)
    sound(17)
    expect(types().slice(-3)).toEqual(['configuration', 'key', 'sound'])
    const [configuration, key, heard] = headers().slice(-3)
    expect(configuration?.hasAudio).toBe(true)
    // Both clocks started at START_US: sound 17 is of 1,088 ms, picture 25 of 1,000 ms.
    expect((heard?.timestampUs ?? 0) - (key?.timestampUs ?? 0)).toBe(88_000)
  })

  it('goes on without sound when there is none for two seconds', () => {
    packager.format(VIDEO)
    packager.format(AUDIO)
    for (let index = 0; index < 101; index++) show(index)
    const configurations = headers().filter(({ type }) => type === 1)
    expect(configurations.map(({ hasAudio }) => hasAudio)).toEqual([true, false])
  })

  it('keeps G.711, which MSE does not play, out of the initialization segment and sends its samples alone', () => {
    const { config: _, ...g711 } = { ...AUDIO, codec: 'pcma' as const, rfc6381: 'alaw', sampleRate: 8000 }
    packager.format(g711)
    packager.format(VIDEO)
    show(0)
    sound(0)
    show(1)
    sound(1)
    expect(types()).toEqual(['configuration', 'key', 'sound', 'picture', 'sound'])
    const [configuration, , heard] = messages
    expect(configuration?.includes('soun')).toBe(false)
    const format: unknown = JSON.parse(
      configuration?.toString('utf8', 34, 34 + configuration.readUInt16BE(32)) ?? '',
    )
    expect(format).toMatchObject({ audio: 'alaw', audioRate: 8000 })
    expect(headers()[0]?.hasAudio).toBe(true)
    expect(headers().map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4])
    // Both clocks started at START_US.
    expect(headers().map(({ timestampUs }) => timestampUs)).toEqual([0, 500_000, 500_000, 540_000, 564_000])
    expect(headers()[2]?.dataOffset).toBe(HEADER_BYTES)
    expect(heard?.subarray(HEADER_BYTES)).toEqual(Buffer.alloc(20))
  })
})
