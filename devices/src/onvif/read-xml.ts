/** XML of devices, read without holding up the event loop: 2 MB of entities take a tenth of a second. */
import { Worker } from 'node:worker_threads'

import { parseXml, type XmlElement, XmlFault } from './xml.ts'
import type { XmlRead, XmlTask } from './xml-thread.ts'

/** Smaller texts take less time than a thread. */
const THREAD_CHARACTERS = 32 * 1024
/** For the thread's own heap: the largest tree is a tenth of it. */
const THREAD_MEGABYTES = 256

type Element = Omit<XmlElement, 'attributes' | 'children'> & {
  attributes: [string, string][]
  children: Element[]
}

let worker: Worker | undefined
let numbers = 0
const waiting = new Map<number, PromiseWithResolvers<XmlElement>>()

/** As `parseXml`. */
export async function readXml(text: string): Promise<XmlElement> {
  if (text.length < THREAD_CHARACTERS) return parseXml(text)
  const task: XmlTask = { number: ++numbers, text }
  const read = Promise.withResolvers<XmlElement>()
  waiting.set(task.number, read)
  worker ??= start()
  worker.postMessage(task)
  return read.promise
}

function start(): Worker {
  const thread = new Worker(new URL('./xml-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
  })
  thread.on('message', (answer: XmlRead) => {
    const read = waiting.get(answer.number)
    waiting.delete(answer.number)
    if (waiting.size === 0) end(thread)
    if ('fault' in answer) read?.reject(new XmlFault(answer.fault))
    else read?.resolve(elementOf(JSON.parse(answer.json)))
  })
  // Nobody knows which of the documents before it was too much for it.
  thread.on('error', () => {
    const all = [...waiting.values()]
    waiting.clear()
    end(thread)
    for (const read of all) read.reject(new XmlFault('it is too much to read'))
  })
  return thread
}

/** Large answers are rare: the thread is there while there are some. */
function end(thread: Worker): void {
  if (worker === thread) worker = undefined
  void thread.terminate()
}

function elementOf({ attributes, children, ...element }: Element): XmlElement {
  return { ...element, attributes: new Map(attributes), children: children.map(elementOf) }
}
