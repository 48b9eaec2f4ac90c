/** What there is to know about a stream's sound: docs/protocol.md, "Live". */

export type Law = 'alaw' | 'ulaw'

/** The samples per second of G.711 where nothing else is said (RFC 3551 section 4.5.14). */
export const G711_RATE = 8000

export function lawOf(audio: string | undefined): Law | undefined {
  return audio === 'alaw' || audio === 'ulaw' ? audio : undefined
}

/** Whether the sound is in the segments, so that MSE plays it. */
export function isInSegments(audio: string | undefined): boolean {
  return audio !== undefined && !lawOf(audio)
}
