import type { Clock } from '../../clock.ts'
import { StorageFailure } from '../failures.ts'
import type { Statement } from '../statement.ts'
import { DatabaseThread } from './database-thread.ts'

const LONGEST_QUEUE = 20_000
const MOST_RUNAWAYS = 4

interface Reading {
  readonly statement: Statement
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
}

interface ReadersOptions {
  readonly path: string
  readonly clock: Clock
  readonly threads: number
  readonly limitMs: number
}

/** Threads that read, each one statement at a time. */
export class Readers {
  readonly #path: string
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #idle: DatabaseThread[] = []
  readonly #queue: Reading[] = []
  readonly #busy = new Set<Promise<void>>()
  #runaways = 0

  constructor({ path, clock, threads, limitMs }: ReadersOptions) {
    this.#path = path
    this.#clock = clock
    this.#limitMs = limitMs
    for (let count = 0; count < threads; count++) this.#idle.push(this.#newThread())
  }

  read(statement: Statement): Promise<unknown[]> {
    if (this.#queue.length >= LONGEST_QUEUE) {
      throw new StorageFailure('busy', `${this.#queue.length} reads are waiting`)
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    this.#queue.push({ statement, resolve, reject })
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy)
    await Promise.all(this.#idle.map((thread) => thread.close()))
  }

  #newThread(): DatabaseThread {
    return new DatabaseThread({ path: this.#path, readOnly: true })
  }

  #next(): void {
    const thread = this.#idle.pop()
    if (!thread) return
    const reading = this.#queue.shift()
    if (!reading) {
      this.#idle.push(thread)
      return
    }
    const done = this.#serve(thread, reading)
    this.#busy.add(done)
    void done.finally(() => this.#busy.delete(done))
  }

  async #serve(thread: DatabaseThread, reading: Reading): Promise<void> {
    this.#idle.push(await this.#answer(thread, reading))
    this.#next()
  }

  /** Answers with the thread that takes the next statement. */
  async #answer(thread: DatabaseThread, { statement, resolve, reject }: Reading): Promise<DatabaseThread> {
    const limit = Promise.withResolvers<'late'>()
    const timer = this.#clock.after(this.#limitMs, () => limit.resolve('late'))
    try {
      const first = await Promise.race([thread.ask('run', statement), limit.promise])
      if (first !== 'late') {
        resolve(first.rows)
        return thread
      }
      reject(new StorageFailure('timeout', `a read took longer than ${this.#limitMs} ms`))
      await this.#replace(thread)
      return this.#newThread()
    } catch (error) {
      reject(error)
      return thread
    } finally {
      timer.stop()
    }
  }

  // A statement can't be interrupted, so its thread goes on until it ends; too many of those must not pile up.
  async #replace(thread: DatabaseThread): Promise<void> {
    this.#runaways++
    const ended = thread.abandon().finally(() => this.#runaways--)
    if (this.#runaways > MOST_RUNAWAYS) await ended
  }
}
