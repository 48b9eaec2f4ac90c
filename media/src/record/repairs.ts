import { Worker } from 'node:worker_threads'

import type { Clock } from '../ingest/clock.ts'
import type { RepairJob, Repaired } from './repair.ts'
import type { RepairAnswer, RepairTask } from './repair-worker.ts'

export interface RepairsOptions {
  clock: Clock
  onRepaired(job: RepairJob, repaired: Repaired): void
}

const AT_ONCE = 8
const RETRY_MS = 3000

/** Repairs files, several at once, and again and again until the disk allows it. The worker is there while there is work. */
export class Repairs {
  readonly #options: RepairsOptions
  readonly #waiting: RepairJob[] = []
  readonly #running = new Map<number, RepairJob>()
  #worker: Worker | undefined
  #number = 0
  #isClosed = false

  constructor(options: RepairsOptions) {
    this.#options = options
  }

  add(job: RepairJob): void {
    if (this.#isClosed) return
    this.#waiting.push(job)
    this.#go()
  }

  /** What is not repaired is found by its marker when recording begins again. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #go(): void {
    while (this.#running.size < AT_ONCE) {
      const job = this.#waiting.shift()
      if (!job) break
      const task: RepairTask = { number: ++this.#number, job }
      this.#running.set(task.number, job)
      this.#worker ??= this.#start()
      this.#worker.postMessage(task)
    }
    if (this.#running.size > 0) return
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(new URL('./repair-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (answer: RepairAnswer) => this.#answered(answer))
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#failed(error)
    })
    return worker
  }

  /** The worker is gone, and what it had begun is begun again. */
  #failed(error: unknown): void {
    this.#worker = undefined
    process.stderr.write(`recorder: repairs are interrupted: ${String(error)}\n`)
    const jobs = [...this.#running.values()]
    this.#running.clear()
    this.#options.clock.after(RETRY_MS, () => {
      for (const job of jobs) this.add(job)
    })
  }

  #answered(answer: RepairAnswer): void {
    const job = this.#running.get(answer.number)
    this.#running.delete(answer.number)
    if (!job || this.#isClosed) return
    if ('repaired' in answer) this.#options.onRepaired(job, answer.repaired)
    else {
      process.stderr.write(`recorder: ${job.path} cannot be ended yet: ${answer.error}\n`)
      this.#options.clock.after(RETRY_MS, () => this.add(job))
    }
    this.#go()
  }
}
