import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { Semaphore } from '../../http/semaphore.ts'
import type { SheetOutcome } from './sheet.ts'

const MAX_HEAP_MB = 512
const LONGEST_MS = 20_000
/** Files that wait for their turn. */
const LONGEST_LINE = 8

/** Reads a spreadsheet that somebody sent, off the main thread. */
export type ReadSheet = (file: Buffer) => Promise<SheetOutcome>

/** One file at a time, each in a worker with a heap and a time of its own: what exceeds them is too large. */
export function sheetReader(): ReadSheet {
  const semaphore = new Semaphore(1, LONGEST_LINE)
  return (file) =>
    semaphore.take(async () => {
      const worker = new Worker(new URL('sheet-thread.ts', import.meta.url), {
        workerData: new Uint8Array(file),
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      })
      const tooLong = setTimeout(() => void worker.terminate(), LONGEST_MS)
      try {
        const [outcome]: unknown[] = await Promise.race([once(worker, 'message'), endOf(worker)])
        return asOutcome(outcome)
      } catch (error) {
        if (isOutOfMemory(error)) return { ok: false, fault: 'sheetTooLarge' }
        throw error
      } finally {
        clearTimeout(tooLong)
        await worker.terminate()
      }
    })
}

async function endOf(worker: Worker): Promise<unknown[]> {
  await once(worker, 'exit')
  return [{ ok: false, fault: 'sheetTooLarge' }]
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Our own thread made it, so its type is what `sheet-thread.ts` sent. */
function asOutcome(message: unknown): SheetOutcome {
  return message as SheetOutcome
}
