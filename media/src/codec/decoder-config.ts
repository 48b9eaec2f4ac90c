import type { VideoFormat } from '../access-unit.ts'
import { u16, u8 } from '../fmp4/boxes.ts'
import { parseH264Sps } from './h264-sps.ts'
import { hevcDecoderConfig } from './h265-sps.ts'

/** The contents of avcC or hvcC: what MSE finds in the initialization segment and WebCodecs takes as `description`. */
export function decoderConfigRecord(video: VideoFormat): Buffer {
  return video.codec === 'h264' ? avcDecoderConfig(video) : hevcDecoderConfig(video)
}

const PROFILES_WITH_EXTENSION = new Set([100, 110, 122, 144])

/** ISO 14496-15 section 5.3.3.1; NAL units are prefixed by four bytes of length. */
function avcDecoderConfig({ sps, pps, otherPps = [] }: VideoFormat): Buffer {
  const pictureSets = [pps, ...otherPps].slice(0, 255)
  return Buffer.concat([
    u8(1),
    sps.subarray(1, 4),
    u8(0xfc | 3, 0xe0 | 1),
    u16(sps.length),
    sps,
    u8(pictureSets.length),
    ...pictureSets.flatMap((set) => [u16(set.length), set]),
    avcExtension(sps),
  ])
}

function avcExtension(nal: Buffer): Buffer {
  const sps = parseH264Sps(nal)
  if (!sps || !PROFILES_WITH_EXTENSION.has(sps.profile)) return u8()
  return u8(0xfc | sps.chromaFormat, 0xf8 | (sps.bitDepthLuma - 8), 0xf8 | (sps.bitDepthChroma - 8), 0)
}
