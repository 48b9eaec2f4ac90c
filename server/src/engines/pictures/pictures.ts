/** Pictures that people upload and cameras take: decoded and encoded anew in another process, never stored as sent (reading 8). */
import { LONGEST_PICTURE_SIDE, MOST_PICTURE_PIXELS } from '@vedette/contract/picture-limits'

import { Semaphore } from '../../http/semaphore.ts'
import { headerOf, type PictureHeader } from './header.ts'
import { PictureProcess } from './picture-process.ts'

const AT_ONCE = 1
const LONGEST_LINE = 16
const LONGEST_LINE_OF_SNAPSHOTS = 200
/** What one person uploaded and another's picture are never in one process. */
const OF_UPLOADS = 1

export type PictureOutcome = { kind: 'picture'; webp: Buffer } | { kind: 'noPicture' } | { kind: 'tooLarge' }

export interface Pictures {
  /** The picture as WebP, without anything that was hidden in its file, no side longer than this. */
  reencode(bytes: Buffer, longestSide: number): Promise<PictureOutcome>
  /** What a camera saw: a small WebP for lists, and a PNG. Undefined for what cannot be shown. */
  snapshot(bytes: Buffer, longest: { webp: number; png: number }): Promise<Snapshot | undefined>
  close(): void
}

export interface Snapshot {
  webp: Buffer
  png: Buffer
}

export function createPictures(): Pictures {
  const semaphore = new Semaphore(AT_ONCE, LONGEST_LINE)
  const uploads = new PictureProcess(OF_UPLOADS)
  const snapshotSemaphore = new Semaphore(AT_ONCE, LONGEST_LINE_OF_SNAPSHOTS)
  const snapshots = new PictureProcess()
  return {
    async reencode(bytes, longestSide) {
      const header = headerOf(bytes)
      if (!header || header.width === 0 || header.height === 0) return { kind: 'noPicture' }
      if (isTooLarge(header)) return { kind: 'tooLarge' }
      const order = { kind: header.kind, webpSide: longestSide }
      const made = await semaphore.take(() => uploads.make(order, bytes))
      return made ? { kind: 'picture', webp: made.webp } : { kind: 'noPicture' }
    },

    async snapshot(bytes, longest) {
      const header = headerOf(bytes)
      if (!header || header.width === 0 || header.height === 0 || isTooLarge(header)) return undefined
      const order = { kind: header.kind, webpSide: longest.webp, pngSide: longest.png }
      const made = await snapshotSemaphore.take(() => snapshots.make(order, bytes))
      return made && made.png.length > 0 ? made : undefined
    },

    close() {
      uploads.close()
      snapshots.close()
    },
  }
}

function isTooLarge({ width, height }: PictureHeader): boolean {
  return Math.max(width, height) > LONGEST_PICTURE_SIDE || width * height > MOST_PICTURE_PIXELS
}
