import type { AudioFormat, VideoFormat } from '../access-unit.ts'
import { decoderConfigRecord } from '../codec/decoder-config.ts'
import { box, fullBox, u16, u32, u8 } from './boxes.ts'

export const VIDEO_TRACK = 1
export const AUDIO_TRACK = 2
export const VIDEO_TIMESCALE = 90_000

const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const LANGUAGE_UND = 0x55c4
const DPI_72 = 0x480000

/** `decoderConfigOffset` is where the contents of avcC or hvcC begin, 0 without video. */
export interface InitSegment {
  bytes: Buffer
  decoderConfigOffset: number
}

/** ftyp and moov; the video's timescale is 90,000, the audio's its sample rate. */
export function initSegment(video?: VideoFormat, audio?: AudioFormat): InitSegment {
  const record = video && decoderConfigRecord(video)
  const tracks: Buffer[] = []
  const defaults: Buffer[] = []
  if (video && record) {
    tracks.push(videoTrack(video, record))
    defaults.push(trackDefaults(VIDEO_TRACK))
  }
  if (audio) {
    tracks.push(audioTrack(audio))
    defaults.push(trackDefaults(AUDIO_TRACK))
  }
  const bytes = Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41')),
    box('moov', movieHeader(), ...tracks, box('mvex', ...defaults)),
  ])
  return { bytes, decoderConfigOffset: record ? bytes.indexOf(record) : 0 }
}

function movieHeader(): Buffer {
  return fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    UNITY_MATRIX,
    Buffer.alloc(24),
    u32(AUDIO_TRACK + 1),
  )
}

const trackDefaults = (trackId: number): Buffer => fullBox('trex', 0, 0, u32(trackId, 1, 0, 0, 0))

function videoTrack(video: VideoFormat, record: Buffer): Buffer {
  const isH264 = video.codec === 'h264'
  const entry = box(
    isH264 ? 'avc1' : 'hvc1',
    sampleEntryHead(),
    u32(0, 0, 0, 0),
    u16(video.width, video.height),
    u32(DPI_72, DPI_72, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box(isH264 ? 'avcC' : 'hvcC', record),
  )
  return box(
    'trak',
    trackHeader(VIDEO_TRACK, 0, video.width, video.height),
    media(VIDEO_TIMESCALE, 'vide', fullBox('vmhd', 0, 1, u32(0, 0)), entry),
  )
}

function audioTrack(audio: AudioFormat): Buffer {
  const head = [
    sampleEntryHead(),
    u32(0, 0),
    u16(audio.channels, 16),
    u32(0),
    u16(audio.sampleRate < 0x10000 ? audio.sampleRate : 0, 0),
  ]
  const entry =
    audio.codec === 'aac'
      ? box('mp4a', ...head, elementaryStream(audio.config ?? Buffer.alloc(0)))
      : box(audio.codec === 'pcma' ? 'alaw' : 'ulaw', ...head)
  return box(
    'trak',
    trackHeader(AUDIO_TRACK, 0x100, 0, 0),
    media(audio.sampleRate, 'soun', fullBox('smhd', 0, 0, u32(0)), entry),
  )
}

/** Six reserved bytes and the index of the data reference. */
const sampleEntryHead = (): Buffer => Buffer.concat([u32(0), u16(0, 1)])

function trackHeader(trackId: number, volume: number, width: number, height: number): Buffer {
  const isEnabledInMovie = 3
  return fullBox(
    'tkhd',
    0,
    isEnabledInMovie,
    u32(0, 0, trackId, 0, 0, 0, 0),
    u16(0, 0, volume, 0),
    UNITY_MATRIX,
    u32(width * 0x10000, height * 0x10000),
  )
}

function media(timescale: number, handler: 'vide' | 'soun', header: Buffer, entry: Buffer): Buffer {
  const name = Buffer.from(handler === 'vide' ? 'video\0' : 'audio\0')
  return box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(LANGUAGE_UND, 0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from(handler), u32(0, 0, 0), name),
    box(
      'minf',
      header,
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      box(
        'stbl',
        fullBox('stsd', 0, 0, u32(1), entry),
        fullBox('stts', 0, 0, u32(0)),
        fullBox('stsc', 0, 0, u32(0)),
        fullBox('stsz', 0, 0, u32(0, 0)),
        fullBox('stco', 0, 0, u32(0)),
      ),
    ),
  )
}

/** ISO 14496-1 section 7.2.6: ES_Descriptor with DecoderConfig (AAC, audio stream) and SLConfig. */
function elementaryStream(config: Buffer): Buffer {
  const aacAudioStream = u8(0x40, 0x15, 0, 0, 0)
  const decoder = descriptor(4, aacAudioStream, u32(0, 0), descriptor(5, config))
  return fullBox('esds', 0, 0, descriptor(3, u16(AUDIO_TRACK), u8(0), decoder, descriptor(6, u8(2))))
}

function descriptor(tag: number, ...content: Buffer[]): Buffer {
  const size = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([u8(tag, 0x80, 0x80, 0x80 | (size >> 7), size & 0x7f), ...content])
}
