import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { Semaphore } from '../../http/semaphore.ts'
import type { WriteWorkbook } from './workbook.ts'

const MAX_HEAP_MB = 512
/** Workbooks that wait for their turn. */
const LONGEST_LINE = 8

/** Writes one workbook at a time, each in a worker with a heap of its own. Throws Refusal `overloaded` when too many wait. */
export function xlsxWriter(): WriteWorkbook {
  const semaphore = new Semaphore(1, LONGEST_LINE)
  return (workbook) =>
    semaphore.take(async () => {
      const worker = new Worker(new URL('xlsx-thread.ts', import.meta.url), {
        workerData: workbook,
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      })
      try {
        const [file]: unknown[] = await once(worker, 'message')
        if (!(file instanceof Uint8Array)) throw new TypeError('the worker wrote no file')
        return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
      } finally {
        await worker.terminate()
      }
    })
}
