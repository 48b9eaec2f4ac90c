/** The optional package `node-av`, where it loads. */
import type { CodecContext } from 'node-av/lib'

import type { StreamConfiguration } from './live-video.ts'

export interface Libav {
  lib: typeof import('node-av/lib')
  constants: typeof import('node-av/constants')
}

/** Undefined where the package is not installed or does not load. */
export async function loadLibav(): Promise<Libav | undefined> {
  try {
    const [lib, constants] = await Promise.all([import('node-av/lib'), import('node-av/constants')])
    // Broken pictures of cameras are no news; each would be a line.
    lib.Log.setLevel(constants.AV_LOG_QUIET)
    return { lib, constants }
  } catch {
    // An optional dependency: the next decoder is asked for.
    return undefined
  }
}

/** A decoder that gives out each picture as soon as it can; a string says why there is none. */
export function openDecoder(
  { lib, constants }: Libav,
  configuration: StreamConfiguration,
): CodecContext | string {
  const id = configuration.codec === 'h264' ? constants.AV_CODEC_ID_H264 : constants.AV_CODEC_ID_HEVC
  const codec = lib.Codec.findDecoder(id)
  if (!codec) return `node-av has no decoder for ${configuration.codec}`
  const context = new lib.CodecContext()
  context.allocContext3(codec)
  context.extraData = Buffer.from(configuration.record)
  context.threadCount = 1
  context.width = configuration.width
  context.height = configuration.height
  context.setFlags(constants.AV_CODEC_FLAG_LOW_DELAY)
  const code = context.open2Sync(codec, null)
  if (code >= 0) return context
  context.freeContext()
  return `the decoder of ${configuration.codec} can't be opened: ${code}`
}
