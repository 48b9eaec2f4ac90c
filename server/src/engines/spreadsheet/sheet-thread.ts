/** The worker's end: one file that somebody sent, and it is over. */
import { parentPort, workerData } from 'node:worker_threads'

import { readSheet } from './read-sheet.ts'

const file: unknown = workerData
if (!(file instanceof Uint8Array)) throw new TypeError('no file')
parentPort?.postMessage(readSheet(Buffer.from(file.buffer, file.byteOffset, file.byteLength)))
