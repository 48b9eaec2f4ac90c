/** `GET /healthz`: whether calls would be answered. */
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../engines/clock.ts'

/** Anyone who asks has little patience, and a database that takes longer serves nobody. */
const PATIENCE_MS = 3000

export class Health {
  isReady = false
  #probe: () => Promise<unknown> = () => Promise.resolve()
  #clock: Clock | undefined
  #asking: Promise<boolean> | undefined

  /** What has to be answered for the platform to be of use. */
  watch(clock: Clock, probe: () => Promise<unknown>): void {
    this.#clock = clock
    this.#probe = probe
  }

  async word(): Promise<'ok' | 'starting' | 'the database does not answer'> {
    if (!this.isReady) return 'starting'
    // However many ask at once, the database is asked once.
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return (await this.#asking) ? 'ok' : 'the database does not answer'
  }

  async #ask(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>()
    const timer = this.#clock?.after(PATIENCE_MS, () => late.resolve(false))
    const answered = this.#probe().then(
      () => true,
      () => false,
    )
    return Promise.race([answered, late.promise]).finally(() => timer?.stop())
  }
}

export function serveHealth(app: FastifyInstance, health: Health): void {
  app.get('/healthz', async (_request, reply) => {
    const word = await health.word()
    return reply
      .code(word === 'ok' ? 200 : 503)
      .type('text/plain')
      .send(`${word}\n`)
  })
}
