import type { Clock } from '../../clock.ts'
import { StorageFailure } from '../failures.ts'
import type { Statement } from '../statement.ts'
import { DatabaseThread } from './database-thread.ts'

const LONGEST_QUEUE = 20_000
const MOST_RUNAWAYS = 4
/** A read that waits for longer gets a thread of its own: each holds some 13 MB, and most platforms never need two. */
const PATIENCE_MS = 100
/** The threads end after so long without a read; the next read waits for a new one's start, some 60 ms. */
const IDLE_MS = 30_000

interface Reading {
  readonly statement: Statement
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
}

interface ReadersOptions {
  readonly path: string
  readonly clock: Clock
  /** The most of them; one is there from the first read on, the others once reads wait. */
  readonly threads: number
  readonly limitMs: number
}

/** Threads that read, each one statement at a time. */
export class Readers {
  readonly #path: string
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #most: number
  readonly #idle: DatabaseThread[] = []
  readonly #queue: Reading[] = []
  readonly #busy = new Set<Promise<void>>()
  #threads = 0
  #runaways = 0
  #patience: NodeJS.Timeout | undefined
  readonly #rest = setTimeout(() => this.#endIdle(), IDLE_MS).unref()

  constructor({ path, clock, threads, limitMs }: ReadersOptions) {
    this.#path = path
    this.#clock = clock
    this.#limitMs = limitMs
    this.#most = threads
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
    clearTimeout(this.#patience)
    clearTimeout(this.#rest)
    await Promise.all(this.#idle.map((thread) => thread.close()))
  }

  #endIdle(): void {
    if (this.#idle.length < this.#threads) return
    this.#threads = 0
    this.#keepUntil(Promise.all(this.#idle.splice(0).map((thread) => thread.close())))
  }

  /** Closing waits for it. */
  #keepUntil(done: Promise<unknown>): void {
    const kept = done.then(() => void this.#busy.delete(kept))
    this.#busy.add(kept)
  }

  #newThread(): DatabaseThread {
    return new DatabaseThread({ path: this.#path, readOnly: true })
  }

  #next(): void {
    if (this.#queue.length === 0) return
    if (this.#idle.length === 0) this.#askForThread()
    const thread = this.#idle.pop()
    const reading = thread && this.#queue.shift()
    if (!reading) return
    this.#keepUntil(this.#serve(thread, reading))
  }

  #askForThread(): void {
    if (this.#threads === this.#most || this.#patience) return
    const add = (): void => {
      this.#threads++
      this.#idle.push(this.#newThread())
    }
    if (this.#threads === 0) return add()
    const first = this.#queue[0]
    this.#patience = setTimeout(() => {
      this.#patience = undefined
      // Others may have been answered meanwhile: then nobody has waited for long.
      if (this.#queue[0] === first && this.#idle.length === 0) add()
      this.#next()
    }, PATIENCE_MS)
  }

  async #serve(thread: DatabaseThread, reading: Reading): Promise<void> {
    this.#idle.push(await this.#answer(thread, reading))
    this.#rest.refresh()
    this.#next()
  }

  /** Returns the thread that takes the next statement. */
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
