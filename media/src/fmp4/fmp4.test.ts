import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { AccessUnit, AudioFormat, VideoFormat } from '../access-unit.ts'
import { decoderConfigRecord } from '../codec/decoder-config.ts'
import { readRecording, receive } from '../rtsp/testing/recording.ts'
import { type Sample, type TrackRun, fragment, sampleFragment } from './fragment.ts'
import { AUDIO_TRACK, VIDEO_TIMESCALE, VIDEO_TRACK, initSegment } from './init-segment.ts'

interface Footage {
  video: VideoFormat
  audio: AudioFormat
  runs: TrackRun[]
}

function footage(name: 'h264-aac' | 'h265-pcmu'): Footage {
  const { formats, units } = receive(readRecording(name))
  const video = formats.find((format) => format.kind === 'video')
  const audio = formats.find((format) => format.kind === 'audio')
  if (!video || !audio) throw new Error(`a track is missing in ${name}`)
  const runs = [
    run(units, 'video', VIDEO_TRACK, VIDEO_TIMESCALE, 6000),
    run(units, 'audio', AUDIO_TRACK, audio.sampleRate, audio.codec === 'aac' ? 1024 : 0),
  ]
  return { video, audio, runs }
}

function run(
  units: AccessUnit[],
  kind: 'video' | 'audio',
  trackId: number,
  timescale: number,
  last: number,
): TrackRun {
  const own = units.filter((unit) => unit.kind === kind)
  const ticks = own.map((unit) => Math.round((unit.timestampUs / 1e6) * timescale))
  const samples = own.map((unit, i): Sample => {
    const duration = (ticks[i + 1] ?? NaN) - (ticks[i] ?? NaN)
    return {
      duration: Number.isNaN(duration) ? last || (unit.units[0]?.length ?? 0) : duration,
      compositionOffset: 0,
      isKey: unit.isKey,
      units: unit.units,
    }
  })
  return { trackId, kind, decodeTime: 0, samples }
}

/** Each sample in a fragment of its own. */
function singles(runs: TrackRun[]): Buffer[] {
  let sequence = 0
  return runs.flatMap(({ trackId, kind, samples }) => {
    let decodeTime = 0
    return samples.map((sample) => {
      const { bytes } = sampleFragment({ ...sample, sequence: ++sequence, trackId, kind, decodeTime }, 0)
      decodeTime += sample.duration
      return bytes
    })
  })
}

interface Probe {
  warnings: string
  streams: Record<string, string>[]
}

function ffprobe(file: Buffer): Probe {
  const folder = mkdtempSync(join(tmpdir(), 'fmp4-'))
  const path = join(folder, 'file.mp4')
  writeFileSync(path, file)
  const entries =
    'stream=codec_name,codec_tag_string,width,height,sample_rate,channels,nb_read_frames,has_b_frames'
  const args = ['-v', 'warning', '-count_frames', '-show_entries', entries, '-of', 'json', path]
  const probe = spawnSync('ffprobe', args, { encoding: 'utf8' })
  const decode = spawnSync(
    'ffmpeg',
    ['-v', 'warning', '-xerror', '-guess_layout_max', '0', '-i', path, '-f', 'null', '-'],
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  if (probe.error) throw probe.error
  if (decode.error) throw decode.error
  return { warnings: probe.stderr + decode.stderr, streams: JSON.parse(probe.stdout).streams }
}

test.each([
  ['one sample a fragment', singles],
  ['one fragment for all', (runs: TrackRun[]) => fragment(1, runs)],
])('ffmpeg reads H.264 with AAC without a warning, %s', (_, fragmentsOf) => {
  const { video, audio, runs } = footage('h264-aac')
  const { warnings, streams } = ffprobe(
    Buffer.concat([initSegment(video, audio).bytes, ...fragmentsOf(runs)]),
  )
  expect(warnings).toBe('')
  expect(streams).toMatchObject([
    {
      codec_name: 'h264',
      codec_tag_string: 'avc1',
      width: 640,
      height: 360,
      nb_read_frames: '35',
      has_b_frames: 0,
    },
    { codec_name: 'aac', codec_tag_string: 'mp4a', sample_rate: '16000', channels: 1, nb_read_frames: '36' },
  ])
})

test.each([
  ['one sample a fragment', singles],
  ['one fragment for all', (runs: TrackRun[]) => fragment(1, runs)],
])('ffmpeg reads H.265 with G.711 without a warning, %s', (_, fragmentsOf) => {
  const { video, audio, runs } = footage('h265-pcmu')
  const { warnings, streams } = ffprobe(
    Buffer.concat([initSegment(video, audio).bytes, ...fragmentsOf(runs)]),
  )
  expect(warnings).toBe('')
  expect(streams).toMatchObject([
    { codec_name: 'hevc', codec_tag_string: 'hvc1', width: 640, height: 360, nb_read_frames: '18' },
    {
      codec_name: 'pcm_mulaw',
      codec_tag_string: 'ulaw',
      sample_rate: '8000',
      channels: 1,
      nb_read_frames: '10',
    },
  ])
})

test.each(['h264-aac', 'h265-pcmu'] as const)(
  'the decoder configuration of %s stands where it is said to',
  (name) => {
    const { video, audio } = footage(name)
    const { bytes, decoderConfigOffset } = initSegment(video, audio)
    const record = decoderConfigRecord(video)
    expect(bytes.subarray(decoderConfigOffset, decoderConfigOffset + record.length)).toEqual(record)
    expect(bytes.toString('latin1', decoderConfigOffset - 4, decoderConfigOffset)).toMatch(/^(avcC|hvcC)$/)
    expect(initSegment(undefined, audio).decoderConfigOffset).toBe(0)
  },
)

test('a live fragment leaves room in front and has the access unit, length-prefixed, at its end', () => {
  const units = [Buffer.from('65aabb', 'hex'), Buffer.from('65cc', 'hex')]
  const sample = {
    sequence: 7,
    trackId: 1,
    kind: 'video' as const,
    decodeTime: 2 ** 33,
    duration: 3600,
    compositionOffset: -1,
    isKey: true,
    units,
  }
  const { bytes, dataOffset } = sampleFragment(sample, 40)
  expect(bytes.subarray(0, 40)).toEqual(Buffer.alloc(40))
  expect(bytes.toString('latin1', 44, 48)).toBe('moof')
  expect(bytes.toString('hex', dataOffset)).toBe('0000000365aabb0000000265cc')
  expect(bytes.toString('latin1', dataOffset - 4, dataOffset)).toBe('mdat')
  expect(bytes.readUInt32BE(dataOffset - 8)).toBe(bytes.length - dataOffset + 8)
})

test('an audio fragment holds the bare frame', () => {
  const frame = Buffer.from('frame')
  const sample = {
    sequence: 1,
    trackId: 2,
    kind: 'audio' as const,
    decodeTime: 0,
    duration: 1024,
    compositionOffset: 0,
    isKey: true,
    units: [frame],
  }
  const { bytes, dataOffset } = sampleFragment(sample, 0)
  expect(bytes.subarray(dataOffset)).toEqual(frame)
})

test('a fragment for a file hands on the media bytes without copying them', () => {
  const unit = Buffer.alloc(10_000, 1)
  const sample = { duration: 3600, compositionOffset: 0, isKey: true, units: [unit] }
  expect(fragment(1, [{ trackId: 1, kind: 'video', decodeTime: 0, samples: [sample] }])).toContain(unit)
})
