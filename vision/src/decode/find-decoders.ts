/** Which decoder this machine has: one that was seen to decode, not one that is installed. */
import { readHeader } from '@vedette/media/live/message'

import { liveMessages } from './annex-b.ts'
import type { Decoders, DecodersOutcome } from './decoder.ts'
import { ffmpegDecoders } from './ffmpeg.ts'
import { findLibav } from './libav.ts'
import { configurationOf, unitOf } from './live-video.ts'

/** A red picture of 160 × 96: parameter sets and one slice. */
const RED = Buffer.from(
  'AAAAAWdCwArcKNsBEAAAAwAQAAADAKDxIngAAAABaM4ESyAAAAFliIQEvEYoAAkcxwABENjgACa1fffffffffXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXg',
  'base64',
)
const TRIAL_MS = 10_000
/** Some decoders give out a picture when the next one comes. */
const TRIAL_PICTURES = 4

export interface DecoderChoice {
  /** Absent: both, in this order. */
  only?: Decoders['name'] | undefined
  ffmpeg?: string | undefined
}

export async function findDecoders({
  only,
  ffmpeg = 'ffmpeg',
}: DecoderChoice = {}): Promise<DecodersOutcome> {
  const faults: string[] = []
  if (only !== 'ffmpeg') {
    const libav = await findLibav()
    const fault = libav ? await faultOf(libav) : 'not installed, or not for this machine'
    if (libav && fault === undefined) return { ok: true, decoders: libav }
    faults.push(`node-av: ${fault}`)
  }
  if (only !== 'node-av') {
    const decoders = ffmpegDecoders(ffmpeg)
    const fault = await faultOf(decoders)
    if (fault === undefined) return { ok: true, decoders }
    faults.push(`${ffmpeg}: ${fault}`)
  }
  return { ok: false, detail: faults.join('; ') }
}

/** Decodes a picture; undefined when it comes out as it went in. */
function faultOf(decoders: Decoders): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (fault: string | undefined): void => {
      clearTimeout(late)
      decoder.close()
      resolve(fault)
    }
    const late = setTimeout(() => done('no picture came out of it'), TRIAL_MS)
    const decoder = decoders.open({
      onPicture: ({ width, height, v }) => {
        const isRed = width === 160 && height === 96 && (v[0] ?? 0) > 200
        // It is closed from within its own answer otherwise.
        setImmediate(() => done(isRed ? undefined : 'it decodes wrongly'))
      },
      onFault: (detail) => setImmediate(() => done(detail)),
    })
    const bytes = Buffer.concat(Array.from({ length: TRIAL_PICTURES }, () => RED))
    for (const message of liveMessages({ bytes, stream: 0, fps: 1, startMs: 0 })) {
      const whole = message.bytes()
      const header = readHeader(whole)
      const configuration = header?.type === 1 ? configurationOf(whole, header) : undefined
      if (configuration) decoder.configure(configuration)
      const unit = header && unitOf(whole, header)
      if (unit) decoder.push(unit)
    }
  })
}
