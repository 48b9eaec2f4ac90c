/** Records a phrase for later. */
import { encodeG711 } from './encode-g711.ts'
import { G711_RATE } from '@vedette/contract/footage/sound-format'
import { levelOf } from './level.ts'
import { Microphone, type MicrophoneTrouble } from './microphone.ts'

export interface Recording {
  /** The sound so far, as G.711 µ-law of 8 kHz; the microphone is given back. */
  stop(): Uint8Array<ArrayBuffer>
}

export type RecordingOutcome = { ok: true; recording: Recording } | { ok: false; trouble: MicrophoneTrouble }

interface Hears {
  /** Each 20 ms or so: how loud it is, 0 to 1, and how long the phrase is by now. */
  onSound: (level: number, seconds: number) => void
  /** It is as long as it may be, or the microphone is gone. */
  onFull: () => void
  mostSeconds: number
}

export async function recordPhrase({ onSound, onFull, mostSeconds }: Hears): Promise<RecordingOutcome> {
  const outcome = await Microphone.open()
  if (!outcome.ok) return outcome
  const { microphone } = outcome
  const pieces: Uint8Array[] = []
  let samples = 0
  microphone.listen(
    G711_RATE,
    (heard) => {
      const room = mostSeconds * G711_RATE - samples
      pieces.push(encodeG711('ulaw', heard.subarray(0, room)))
      samples += Math.min(room, heard.length)
      onSound(levelOf(heard), samples / G711_RATE)
      if (samples >= mostSeconds * G711_RATE) onFull()
    },
    onFull,
  )
  return {
    ok: true,
    recording: {
      stop() {
        microphone.close()
        const sound = new Uint8Array(samples)
        let at = 0
        for (const piece of pieces) {
          sound.set(piece, at)
          at += piece.length
        }
        return sound
      },
    },
  }
}
