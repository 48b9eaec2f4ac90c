/**
 * Work that outlives its call and a restart, leased so that another machine takes over where one dies. One at a time here of each lane, so
 * that what takes an hour holds up nothing else.
 */
import { Refusal } from '@vedette/contract/codes'

import type { Clock, Timer } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { Query } from '../../engines/storage/storage.ts'
import type { JobEnd, JobRow, JobStore, Kinds } from './store.ts'

const LEASE_MS = 20_000
const LOOK_MS = 5000
const RENEW_MS = 500
const KEEP_RESULTS_MS = 7 * 86_400_000
const MOST_OF_COMPANY = 5

/** What a job came to, and the statements that it is: they are written with its end as one unit, or not at all. */
export interface JobOutcome {
  result: unknown
  work: readonly Query[]
  /** Runs after the unit is stored. */
  afterwards?: () => Promise<void>
}

export interface JobContext {
  companyId: string
  accountId: string
  id: string
  input: string
  /** Cheap: it is stored now and then. */
  progress: (done: number, total: number) => void
  /** Aborted when somebody cancels it: what it comes to counts no more. */
  signal: AbortSignal
}

export interface JobNews {
  companyId: string
  accountId: string
  kind: string
  id: string
  state: 'running' | JobEnd['state']
  done: number
  total: number
}

export type JobHandler = (context: JobContext) => Promise<JobOutcome>

export interface JobsOptions {
  store: JobStore
  clock: Clock
  newId: () => string
  /** Seals what is asked for: it may hold passwords. */
  secretBox: SecretBox
  /** Hears how the jobs go that are worked at here. */
  onNews?: (news: JobNews) => void
  onError: (error: unknown) => void
}

interface Lane {
  own: string | undefined
  working?: Promise<void> | undefined
  isAskedAgain: boolean
}

export class Jobs {
  readonly #options: JobsOptions
  readonly #handlers = new Map<string, JobHandler>()
  /** The one that has all kinds without a lane of their own, and those. */
  readonly #lanes: Lane[] = [{ own: undefined, isAskedAgain: false }]
  /** Cancels the jobs that are worked at here. */
  readonly #cancels = new Map<JobRow, AbortController>()
  #timer: Timer | undefined
  #isClosed = false

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /** `hasOwnLane`: it waits for none of the others, and none of them for it. */
  handle(kind: string, handler: JobHandler, { hasOwnLane = false } = {}): void {
    this.#handlers.set(kind, handler)
    if (hasOwnLane) this.#lanes.push({ own: kind, isAskedAgain: false })
  }

  /** Takes up what a stopped platform left, and looks for more from time to time. */
  start(): void {
    this.#timer = this.#options.clock.every(LOOK_MS, () => this.#look())
    this.#look()
  }

  /** Returns the job's id; `alongside` is written with it as one unit. Throws Refusal `overloaded` where the company has many waiting. */
  async enqueue(
    companyId: string,
    accountId: string,
    kind: string,
    input: string,
    alongside: (id: string) => readonly Query[] = () => [],
  ): Promise<string> {
    const { store, newId, clock, secretBox } = this.#options
    if ((await store.countOf(companyId, this.#kindsOf(kind))) >= MOST_OF_COMPANY)
      throw new Refusal('overloaded')
    const id = newId()
    const sealed = secretBox.seal(new Secret(input), { companyId, did: id })
    const job = { id, account_id: accountId, kind, input: sealed }
    await store.enqueue(companyId, job, clock.now(), alongside(id))
    this.#look()
    return id
  }

  /** Returns whether it was in time: what has ended stays. */
  async cancel(companyId: string, accountId: string, id: string): Promise<boolean> {
    const { store, clock } = this.#options
    const job = await store.waiting(companyId, accountId, id)
    if (!job) return false
    try {
      // Who works at it meets this row at its end, and nothing of its work is kept.
      await this.#finish(
        job,
        { state: 'cancelled', done: 0, total: 0, result: '{}', endedAt: clock.now() },
        [],
      )
    } catch (error) {
      if (isEnded(error)) return false
      throw error
    }
    for (const [{ id: other }, cancel] of this.#cancels) if (other === id) cancel.abort()
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.stop()
    // What takes long is begun anew by the process that comes next.
    for (const [job, cancel] of this.#cancels) if (this.#hasOwnLane(job.kind)) cancel.abort()
    await Promise.all(this.#lanes.map(async ({ working }) => working))
  }

  #look(): void {
    for (const lane of this.#lanes) this.#lookIn(lane)
  }

  #lookIn(lane: Lane): void {
    // What came while it looked for the last time would wait for the next round.
    lane.isAskedAgain = true
    if (this.#isClosed || lane.working) return
    lane.working = this.#workAll(lane)
      .catch(this.#options.onError)
      .finally(() => {
        lane.working = undefined
        if (lane.isAskedAgain) this.#lookIn(lane)
      })
  }

  async #workAll(lane: Lane): Promise<void> {
    const { store, clock } = this.#options
    lane.isAskedAgain = false
    while (!this.#isClosed) {
      const nowMs = clock.now()
      const job = await store.claim(nowMs, nowMs + LEASE_MS, this.#kindsOf(lane.own))
      if (!job) break
      await this.#work(job)
    }
    await store.forget(clock.now() - KEEP_RESULTS_MS)
  }

  #hasOwnLane(kind: string): boolean {
    return this.#lanes.some(({ own }) => own === kind)
  }

  /** The kinds of this kind's lane, which is the common one where it has none of its own. */
  #kindsOf(kind: string | undefined): Kinds {
    const owned = this.#lanes.flatMap(({ own }) => own ?? [])
    return kind !== undefined && this.#hasOwnLane(kind) ? { only: kind } : { butFor: owned }
  }

  async #work(job: JobRow): Promise<void> {
    const { store, clock, secretBox, onError } = this.#options
    const { company_id: companyId, id } = job
    let [done, total] = [0, 0]
    const renew = (): Promise<void> => {
      this.#tell(job, { state: 'running', done, total })
      return store.progress(companyId, id, { done, total, leaseUntil: clock.now() + LEASE_MS })
    }
    const timer = clock.every(RENEW_MS, () => void renew().catch(onError))
    const cancel = new AbortController()
    this.#cancels.set(job, cancel)
    const context = {
      companyId,
      accountId: job.account_id,
      id,
      progress(now: number, of: number) {
        ;[done, total] = [now, of]
      },
      signal: cancel.signal,
    }
    try {
      const input = secretBox.open(job.input, { companyId, did: id }).reveal()
      const outcome = await this.#handlerOf(job.kind)({ ...context, input })
      if (this.#isClosed && cancel.signal.aborted) return
      const end = { state: 'done' as const, done: total, total, endedAt: clock.now() }
      await this.#finish(job, { ...end, result: JSON.stringify(outcome.result) }, outcome.work)
      // What goes wrong from here on does not undo what is done.
      await outcome.afterwards?.().catch(onError)
    } catch (error) {
      // Another machine did the same, or somebody cancelled it.
      if (isEnded(error) || cancel.signal.aborted) return
      onError(error)
      await this.#finish(job, { state: 'failed', done, total, result: '{}', endedAt: clock.now() }, [])
    } finally {
      timer.stop()
      this.#cancels.delete(job)
    }
  }

  async #finish(job: JobRow, end: JobEnd, work: readonly Query[]): Promise<void> {
    await this.#options.store.finish(job, end, work)
    this.#tell(job, end)
  }

  #tell(
    { company_id: companyId, account_id: accountId, kind, id }: JobRow,
    { state, done, total }: Pick<JobNews, 'state' | 'done' | 'total'>,
  ): void {
    this.#options.onNews?.({ companyId, accountId, kind, id, state, done, total })
  }

  #handlerOf(kind: string): JobHandler {
    const handler = this.#handlers.get(kind)
    if (!handler) throw new Error(`nobody does jobs of the kind ${kind}`)
    return handler
  }
}

function isEnded(error: unknown): boolean {
  return error instanceof UniqueViolation && error.table === 'job_result'
}
