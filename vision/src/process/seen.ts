/** What one look has seen, as the gate is told of it. */
import type { EventKind, Seen } from '../look/camera-look.ts'
import type { Box } from '../picture.ts'
import { type LookSettings, personScore } from '../settings.ts'
import type { SeenMessage } from './messages.ts'

const MOST_BOXES = 50

export function seenMessage(
  { stream, sensitivity }: LookSettings & { stream: number },
  kind: EventKind,
  { motion, cells, tracks }: Seen,
  atMs: number,
): SeenMessage {
  return {
    type: 'seen',
    stream,
    kind,
    atMs,
    isActive: motion.isActive,
    columns: cells?.columns ?? 0,
    cells: cells ? bitsOf(cells.isMoving) : '',
    moved: motion.blobs.slice(0, MOST_BOXES).map(boxOf),
    people: tracks
      .filter(({ misses }) => misses === 0)
      .slice(0, MOST_BOXES)
      .map((track) => ({
        ...boxOf(track),
        id: track.id,
        score: track.score,
        speedX: track.speedX,
        speedY: track.speedY,
        isSure: track.best >= personScore(sensitivity),
      })),
  }
}

/** The first cell is the highest bit of the first byte. */
function bitsOf(cells: Uint8Array): string {
  const bytes = Buffer.alloc(Math.ceil(cells.length / 8))
  for (const [at, is] of cells.entries())
    if (is === 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7))
  return bytes.toString('base64')
}

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height })
