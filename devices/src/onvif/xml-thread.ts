/** Reads XML beside the event loop of the one who asks: `read-xml.ts`. */
import { parentPort } from 'node:worker_threads'

import { parseXml, XmlFault } from './xml.ts'

export interface XmlTask {
  number: number
  text: string
}
/** `json`: the root, its maps as lists of pairs. Text is copied between threads in a fifth of the time of a tree. */
export type XmlRead = { number: number } & ({ json: string } | { fault: string })

function read({ number, text }: XmlTask): XmlRead {
  try {
    return { number, json: JSON.stringify(parseXml(text), (_key, value) => pairsOf(value)) }
  } catch (error) {
    if (error instanceof XmlFault) return { number, fault: error.message }
    throw error
  }
}

const pairsOf = (value: unknown): unknown => (value instanceof Map ? [...value] : value)

parentPort?.on('message', (task: XmlTask) => parentPort?.postMessage(read(task)))
