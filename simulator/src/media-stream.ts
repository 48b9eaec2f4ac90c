import type { PacketRun } from './rtp/packets.ts'

/** Takes the packets of a stream; each run is one access unit. */
export interface Viewer {
  /** False when the viewer is too slow for it. */
  frame(run: PacketRun, isKey: boolean): boolean
  report(packet: Buffer): void
  /** What was described to it comes no more: it is to ask anew. */
  end(): void
}

/** What RTP-Info tells of a viewer's first packet; the sequence number where it can be foreseen. */
export interface FirstPacket {
  sequence: number | undefined
  timestamp: number
  /** What is played of stored footage, as the Range header says it. */
  range?: string
}

/** Picture or sound of a camera. It is made only while somebody watches, and once for all. */
export interface MediaStream {
  isFrozen: boolean
  readonly isWatched: boolean
  addViewer(viewer: Viewer, nowMs: number): FirstPacket
  removeViewer(viewer: Viewer): void
  /** When the next picture or sound is due, ms since 1970. */
  readonly dueMs: number
  /** Makes and sends what has become due. */
  advance(nowMs: number): void
}
