/** Who waits for an upgrade. Companies take turns, so none waits behind the whole list of another. */
export class Line<Job extends { companyId: string }> {
  readonly #mostOfCompany: number
  /** Jobs by company; the company whose turn is next stands first. */
  readonly #waiting = new Map<string, Job[]>()
  readonly #running = new Map<string, number>()

  constructor(mostOfCompany: number) {
    this.#mostOfCompany = mostOfCompany
  }

  add(jobs: readonly Job[]): void {
    for (const job of jobs) {
      const ofCompany = this.#waiting.get(job.companyId)
      if (ofCompany) ofCompany.push(job)
      else this.#waiting.set(job.companyId, [job])
    }
  }

  /** The next that may run now; `done` is said of its company when it has ended. */
  take(): Job | undefined {
    for (const [companyId, jobs] of this.#waiting) {
      const running = this.#running.get(companyId) ?? 0
      if (running >= this.#mostOfCompany) continue
      const job = jobs.shift()
      this.#waiting.delete(companyId)
      if (jobs.length > 0) this.#waiting.set(companyId, jobs)
      if (job) this.#running.set(companyId, running + 1)
      return job
    }
    return undefined
  }

  done(companyId: string): void {
    const left = (this.#running.get(companyId) ?? 1) - 1
    if (left > 0) this.#running.set(companyId, left)
    else this.#running.delete(companyId)
  }

  clear(): void {
    this.#waiting.clear()
  }
}
