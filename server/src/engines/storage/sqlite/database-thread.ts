import { Worker } from 'node:worker_threads'
import { StorageFailure } from '../failures.ts'
import { errorOf } from './fault.ts'
import type {
  AnswerMessage,
  Answers,
  Kind,
  Requests,
  RequestMessage,
  ThreadSettings,
} from './thread-protocol.ts'

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** Started, and not yet told which database is theirs. */
const spare = new Set<Worker>()

/** Starts threads that the first databases take: a start takes some 50 ms, during which a program can load its code. */
export function startThreads(count: number): void {
  for (let started = 0; started < count; started++) {
    const worker = newWorker()
    spare.add(worker)
    const drop = (): void => void spare.delete(worker)
    worker.on('error', drop).on('exit', drop)
  }
}

function newWorker(): Worker {
  return new Worker(new URL('./thread.ts', import.meta.url))
}

function takeWorker(): Worker {
  const [worker] = spare
  if (!worker) return newWorker()
  spare.delete(worker)
  return worker
}

/** A thread with one database connection. When it dies its requests fail, and the next one starts a new thread. */
export class DatabaseThread {
  readonly #settings: ThreadSettings
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(settings: ThreadSettings) {
    this.#settings = settings
  }

  ask<K extends Kind>(kind: K, body: Requests[K]): Promise<Answers[K]> {
    const id = ++this.#lastId
    const message: RequestMessage<K> = { id, kind, body }
    const { promise, resolve, reject } = Promise.withResolvers<Answers[K]>()
    this.#waiting.set(id, { resolve, reject })
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
    return promise
  }

  /** Resolves when the thread has closed its connection. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await exited
  }

  /** Ends the thread; SQLite can't be interrupted, so a statement that runs goes on to its end first. */
  async abandon(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#lose(worker, new Error('it was given up'))
    await worker.terminate()
  }

  #start(): Worker {
    const worker = takeWorker()
    worker.postMessage(this.#settings)
    worker.on('message', ({ id, outcome }: AnswerMessage) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (!waiting) return
      if (outcome.ok) waiting.resolve(ofItsKind(outcome.value))
      else waiting.reject(errorOf(outcome.fault))
    })
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, undefined))
    return worker
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const reason = cause instanceof Error ? cause.message : 'it ended'
    for (const { reject } of this.#waiting.values()) {
      reject(new StorageFailure('unavailable', `the database's thread was lost: ${reason}`, { cause }))
    }
    this.#waiting.clear()
  }
}

/** The answer's type is that of the request with the same id, which the map of waiting requests can't express. */
function ofItsKind(answer: Answers[Kind]): never {
  return answer as never
}
