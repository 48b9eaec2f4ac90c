import type { Viewer } from '@vedette/media/live/fan-out'

import { liveMessages } from '../decode/annex-b.ts'

/** Sends the clip's live messages as its camera would, from now on; `until` resolves when that time has come. */
export async function play(
  bytes: Buffer,
  stream: number,
  { send, until }: { send: Viewer['send']; until: (timeMs: number) => Promise<unknown> },
): Promise<void> {
  for (const message of liveMessages({ bytes, stream, fps: 10, startMs: Date.now() })) {
    await until(message.header.arrivalUs / 1000)
    send(message.bytes(), message.header)
  }
}
