import type { SessionEnd, VideoFormat } from '../access-unit.ts'
import { sampleFragment } from '../fmp4/fragment.ts'
import { initSegment, VIDEO_TIMESCALE, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import { openRtspSession, type RtspSession, type RtspTarget } from '../rtsp/session.ts'
import { systemTimers, type Timers } from '../rtsp/timers.ts'

export interface FirstPicture {
  /** An fMP4 file whose only sample is the key frame, shown for a second. */
  mp4: Buffer
  width: number
  height: number
}

export type FirstPictureOutcome = { ok: true; picture: FirstPicture } | { ok: false; end: SessionEnd }

/** A key frame of a stream with 8K pictures at a high rate stays below. */
const MAX_BYTES = 4 * 1024 * 1024

/** Plays a stream until its first key frame is there, and leaves. */
export function firstPicture(
  target: RtspTarget,
  timeoutMs: number,
  timers: Timers = systemTimers,
): Promise<FirstPictureOutcome> {
  const { promise, resolve } = Promise.withResolvers<FirstPictureOutcome>()
  let format: VideoFormat | undefined
  let session: RtspSession | undefined
  const finish = (outcome: FirstPictureOutcome): void => {
    cancel()
    session?.close()
    resolve(outcome)
  }
  const fail = (end: SessionEnd): void => finish({ ok: false, end })
  const cancel = timers.after(timeoutMs, () =>
    fail({ reason: 'stalled', detail: `no key frame came within ${timeoutMs / 1000} s` }),
  )
  session = openRtspSession(
    target,
    {
      format(told) {
        if (told.kind === 'video') format = told
      },
      accessUnit({ kind, isKey, units }) {
        if (kind !== 'video' || !isKey || !format) return
        const bytes = units.reduce((sum, unit) => sum + unit.length, 0)
        if (bytes > MAX_BYTES)
          return fail({
            reason: 'protocol',
            detail: `its key frame has ${bytes} bytes; at most ${MAX_BYTES} are taken`,
          })
        finish({ ok: true, picture: pictureOf(format, units) })
      },
      packetsLost() {},
      restart() {
        format = undefined
      },
      end: fail,
    },
    { timers },
  )
  return promise
}

function pictureOf(format: VideoFormat, units: Buffer[]): FirstPicture {
  const sample = {
    sequence: 1,
    trackId: VIDEO_TRACK,
    kind: 'video' as const,
    decodeTime: 0,
    duration: VIDEO_TIMESCALE,
    compositionOffset: 0,
    isKey: true,
    units,
  }
  const { width, height } = format
  return { mp4: Buffer.concat([initSegment(format).bytes, sampleFragment(sample, 0).bytes]), width, height }
}
