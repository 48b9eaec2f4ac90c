/** The process of one trial: `node main.ts`, started by `startTrial`. The film comes by stdin, what to look for by the fork's channel. */
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'

import { findDecoders } from '../decode/find-decoders.ts'
import { openOnnxDetector } from '../people/onnx-detector.ts'
import type { FromTrial, ToTrial } from './messages.ts'
import { picturesOf } from './pictures.ts'
import { runTrial } from './trial.ts'

const MODEL_OFF = 'off'

// The gate is gone: nobody would end us.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})
// Live pictures, recordings and the detection that raises alarms come first, but somebody waits for it too.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const {
  VEDETTE_VISION_DECODER: only,
  VEDETTE_VISION_MODEL: model,
  VEDETTE_VISION_CACHE: cacheFolder = '',
} = process.env

const send = (message: FromTrial): Promise<void> =>
  new Promise((resolve) => void process.send?.(message, () => resolve()))

async function work({ settings, originMs }: ToTrial): Promise<void> {
  const decoding = await findDecoders({ only: only === 'node-av' || only === 'ffmpeg' ? only : undefined })
  if (!decoding.ok) throw new Error(decoding.detail)
  const finding =
    settings.human && model !== MODEL_OFF
      ? await openOnnxDetector({ cacheFolder, modelFile: model })
      : undefined
  const people = finding?.ok ? finding.detector : undefined
  const pictures = picturesOf({ chunks: process.stdin, originMs }, decoding.decoders)
  const looks = await runTrial(pictures, settings, people, (message) => void send(message))
  await send({ type: 'done', people: people !== undefined, looks })
}

// Only the gate has the other end.
const [asked] = (await once(process, 'message')) as [ToTrial]
try {
  await work(asked)
} catch (error) {
  await send({ type: 'failed', detail: error instanceof Error ? error.message : String(error) })
}
process.exit(0)
