/** Decodes a key frame as small as it is looked at. */
import { decodeFirst, type PictureOutcome } from '../picture.ts'
import { LOOK_BYTES, LOOK_HEIGHT, LOOK_WIDTH, type Look, lookOf } from './views.ts'

const SMALL = [
  ['-vf', `scale=${LOOK_WIDTH}:${LOOK_HEIGHT}:flags=area,format=yuv420p`],
  ['-c:v', 'rawvideo', '-f', 'rawvideo'],
].flat()

/** Undefined for a picture that can't be decoded; `unavailable` where nothing can be. */
export async function lookAt(file: Buffer, decoder?: string): Promise<Look | 'unavailable' | undefined> {
  const outcome: PictureOutcome = await decodeFirst(file, SMALL, decoder)
  if (outcome.ok) return outcome.bytes.length === LOOK_BYTES ? lookOf(outcome.bytes) : undefined
  return outcome.reason === 'unavailable' ? 'unavailable' : undefined
}
