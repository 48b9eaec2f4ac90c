/** The worker's end: one workbook, and it is over. */
import { parentPort, workerData } from 'node:worker_threads'

import type { Workbook } from './workbook.ts'
import { writeXlsx } from './write-xlsx.ts'

parentPort?.postMessage(writeXlsx(workbookIn(workerData)))

/** Our own main thread gave it, so its type is what `xlsx-writer.ts` sent. */
function workbookIn(data: unknown): Workbook {
  return data as Workbook
}
