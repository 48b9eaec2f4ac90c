import type { VideoFormat } from '@vedette/media/access-unit'
import { box } from '@vedette/media/fmp4/boxes'
import { type InitSegment, initSegment } from '@vedette/media/fmp4/init-segment'
import { boxAt, boxesIn } from '@vedette/media/fmp4/read-boxes'
import { trackBoxes } from '@vedette/media/replay/init'

/** The initialization segment of these pictures and, where `source` has it, of its sound as it is. */
export function initWithSoundOf(source: Buffer, video: VideoFormat): InitSegment {
  const init = initSegment(video)
  const sound = trackBoxes(source).find(({ track }) => track.kind === 'audio')?.trak
  const defaults = boxAt(source, ['moov', 'mvex'])
  const moov = boxAt(init.bytes, ['moov'])
  if (!sound || !defaults || !moov) return init
  const own = boxesIn(init.bytes, moov.from, moov.end).filter(({ type }) => type !== 'mvex')
  const pieces = own.map(({ at, end }) => init.bytes.subarray(at, end))
  pieces.push(source.subarray(sound.at, sound.end), source.subarray(defaults.at, defaults.end))
  // The pictures' track stands where it stood, so the offset of its record does too.
  return { ...init, bytes: Buffer.concat([init.bytes.subarray(0, moov.at), box('moov', ...pieces)]) }
}
