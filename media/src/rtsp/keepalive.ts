import type { RtspConnection } from './connection.ts'
import type { Played } from './play.ts'
import type { Cancel, Timers } from './timers.ts'

const MIN_PERIOD_MS = 2000

/**
 * Tells the camera that the session is still wanted, at half of its timeout. No answer is no reason to end:
 * cameras exist that answer nothing while they play, and a dead one shows by its silence.
 */
export class Keepalive {
  readonly #connection: RtspConnection
  readonly #uri: string
  readonly #cancel: Cancel
  #method: 'GET_PARAMETER' | 'OPTIONS'

  constructor(
    connection: RtspConnection,
    { uri, timeoutSeconds }: Pick<Played, 'uri' | 'timeoutSeconds'>,
    methods: Set<string>,
    timers: Timers,
  ) {
    this.#connection = connection
    this.#uri = uri
    this.#method = methods.has('GET_PARAMETER') ? 'GET_PARAMETER' : 'OPTIONS'
    this.#cancel = timers.every(Math.max(timeoutSeconds * 500, MIN_PERIOD_MS), () => void this.#send())
  }

  async #send(): Promise<void> {
    const reply = await this.#connection.request(this.#method, this.#uri)
    const isRefused = reply.ok && reply.response.start.status >= 400
    if (isRefused) this.#method = 'OPTIONS'
  }

  stop(): void {
    this.#cancel()
  }
}
