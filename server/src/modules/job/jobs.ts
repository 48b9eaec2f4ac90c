/** Work that outlives its call and a restart: one at a time here, leased so that another machine takes over where one dies. */
import { Refusal } from '@vedette/contract/codes'

import type { Clock, Timer } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { Query } from '../../engines/storage/storage.ts'
import type { JobRow, JobStore } from './store.ts'

const LEASE_MS = 20_000
const LOOK_MS = 5000
const KEEP_RESULTS_MS = 7 * 86_400_000
const MOST_OF_COMPANY = 5

/** What a job came to, and the statements that it is: they are written with its end as one unit, or not at all. */
export interface JobOutcome {
  result: unknown
  work: readonly Query[]
  /** After the unit is stored. */
  afterwards?: () => Promise<void>
}

export interface JobContext {
  companyId: string
  accountId: string
  input: string
  /** Cheap: it is stored now and then. */
  progress: (done: number, total: number) => void
}

export type JobHandler = (context: JobContext) => Promise<JobOutcome>

export interface JobsOptions {
  store: JobStore
  clock: Clock
  newId: () => string
  /** Seals what is asked for: it may hold passwords. */
  secretBox: SecretBox
  onError: (error: unknown) => void
}

export class Jobs {
  readonly #options: JobsOptions
  readonly #handlers = new Map<string, JobHandler>()
  #timer: Timer | undefined
  #working: Promise<void> | undefined
  #isClosed = false
  #isAskedAgain = false

  constructor(options: JobsOptions) {
    this.#options = options
  }

  handle(kind: string, handler: JobHandler): void {
    this.#handlers.set(kind, handler)
  }

  /** Takes up what a stopped platform left, and looks for more from time to time. */
  start(): void {
    this.#timer = this.#options.clock.every(LOOK_MS, () => this.#look())
    this.#look()
  }

  /** Answers the job's id. Throws Refusal `overloaded` where the company has many waiting. */
  async enqueue(companyId: string, accountId: string, kind: string, input: string): Promise<string> {
    const { store, newId, clock, secretBox } = this.#options
    if ((await store.countOf(companyId)) >= MOST_OF_COMPANY) throw new Refusal('overloaded')
    const id = newId()
    const sealed = secretBox.seal(new Secret(input), { companyId, did: id })
    await store.enqueue(companyId, { id, account_id: accountId, kind, input: sealed }, clock.now())
    this.#look()
    return id
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.stop()
    await this.#working
  }

  #look(): void {
    // What came while it looked for the last time would wait for the next round.
    this.#isAskedAgain = true
    if (this.#isClosed || this.#working) return
    this.#working = this.#workAll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#working = undefined
        if (this.#isAskedAgain) this.#look()
      })
  }

  async #workAll(): Promise<void> {
    const { store, clock } = this.#options
    this.#isAskedAgain = false
    while (!this.#isClosed) {
      const nowMs = clock.now()
      const job = await store.claim(nowMs, nowMs + LEASE_MS)
      if (!job) break
      await this.#work(job)
    }
    await store.forget(clock.now() - KEEP_RESULTS_MS)
  }

  async #work(job: JobRow): Promise<void> {
    const { store, clock, secretBox, onError } = this.#options
    const { company_id: companyId, id } = job
    let [done, total] = [0, 0]
    const renew = (): Promise<void> =>
      store.progress(companyId, id, { done, total, leaseUntil: clock.now() + LEASE_MS })
    const timer = clock.every(1000, () => void renew().catch(onError))
    const context = {
      companyId,
      accountId: job.account_id,
      input: secretBox.open(job.input, { companyId, did: id }).reveal(),
      progress(now: number, of: number) {
        ;[done, total] = [now, of]
      },
    }
    try {
      const outcome = await this.#handlerOf(job.kind)(context)
      const end = { state: 'done' as const, done: total, total, endedAt: clock.now() }
      await store.finish(job, { ...end, result: JSON.stringify(outcome.result) }, outcome.work)
      await outcome.afterwards?.()
    } catch (error) {
      // Another machine did the same.
      if (error instanceof UniqueViolation && error.table === 'job_result') return
      onError(error)
      const end = { state: 'failed' as const, done, total, result: '{}', endedAt: clock.now() }
      await store.finish(job, end, [])
    } finally {
      timer.stop()
    }
  }

  #handlerOf(kind: string): JobHandler {
    const handler = this.#handlers.get(kind)
    if (!handler) throw new Error(`nobody does jobs of the kind ${kind}`)
    return handler
  }
}
