import type { Clock } from '../../clock.ts'
import { runExclusively } from '../exclusive.ts'
import { StorageFailure } from '../failures.ts'
import type { Statement } from '../statement.ts'
import type { Transaction, WriteResult } from '../storage.ts'
import type { DatabaseThread } from './database-thread.ts'
import { errorOf } from './fault.ts'
import type { Outcome } from './thread-protocol.ts'

const LONGEST_QUEUE = 20_000
const LARGEST_BATCH = 1000

interface Unit {
  readonly statements: readonly Statement[]
  readonly resolve: (results: WriteResult[]) => void
  readonly reject: (error: unknown) => void
}

/** The one place that writes: units and exclusive transactions in the order of their arrival. */
export class Writer {
  readonly #thread: DatabaseThread
  readonly #clock: Clock
  readonly #onWritten: () => void
  readonly #queue: (Unit | (() => Promise<void>))[] = []
  #draining: Promise<void> | undefined

  /** `onWritten` hears of whatever may have been stored, before anybody is answered. */
  constructor(thread: DatabaseThread, clock: Clock, onWritten: () => void) {
    this.#thread = thread
    this.#clock = clock
    this.#onWritten = onWritten
  }

  write(statements: readonly Statement[]): Promise<WriteResult[]> {
    const { promise, resolve, reject } = Promise.withResolvers<WriteResult[]>()
    this.#enqueue({ statements, resolve, reject })
    return promise
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, deadlineMs: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const connection = {
      begin: () => this.#thread.ask('begin', undefined),
      run: (statement: Statement) => this.#thread.ask('step', statement),
      commit: () => this.#thread.ask('commit', undefined).finally(this.#onWritten),
      rollback: () => this.#thread.ask('rollback', undefined),
    }
    this.#enqueue(() => runExclusively(connection, work, this.#clock, deadlineMs).then(resolve, reject))
    return promise
  }

  /** Resolves when all that was accepted has been done. */
  async drained(): Promise<void> {
    await this.#draining
  }

  #enqueue(job: Unit | (() => Promise<void>)): void {
    if (this.#queue.length >= LONGEST_QUEUE) {
      throw new StorageFailure('busy', `${this.#queue.length} writes are waiting`)
    }
    this.#queue.push(job)
    this.#draining ??= this.#drain()
  }

  async #drain(): Promise<void> {
    // What else this turn of the event loop writes shares the first commit.
    await new Promise((resolve) => setImmediate(resolve))
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      if (typeof job === 'function') await job()
      else await this.#commit([job, ...this.#unitsAtFront()])
    }
    this.#draining = undefined
  }

  #unitsAtFront(): Unit[] {
    const units: Unit[] = []
    for (const job of this.#queue) {
      if (typeof job === 'function' || units.length + 1 >= LARGEST_BATCH) break
      units.push(job)
    }
    this.#queue.splice(0, units.length)
    return units
  }

  async #commit(units: readonly Unit[]): Promise<void> {
    try {
      const batch = units.map(({ statements }) => statements)
      const outcomes = await this.#thread.ask('units', batch)
      // Most looks for due work change no row.
      if (!outcomes.every(changedNothing)) this.#onWritten()
      for (const [place, outcome] of outcomes.entries()) {
        if (outcome.ok) units[place]?.resolve(outcome.value)
        else units[place]?.reject(errorOf(outcome.fault))
      }
    } catch (error) {
      this.#onWritten()
      for (const unit of units) unit.reject(error)
    }
  }
}

/** A unit that failed left nothing behind. */
function changedNothing(outcome: Outcome<WriteResult[]>): boolean {
  return !outcome.ok || outcome.value.every(({ changes }) => changes === 0)
}
