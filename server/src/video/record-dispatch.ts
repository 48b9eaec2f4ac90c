/** Tells the shards what to record: what the devices' policies say, of the streams that there are. */
import type { RecordedStream } from '@vedette/media/record/segment-row'
import type { RecordOrder } from '@vedette/media/feed/recording-messages'

import type { DeviceScope } from './stream-registry.ts'
import type { LiveStream } from './stream-states.ts'

type OwnStream = Omit<RecordedStream, 'company'>

export interface RecordPlan {
  archive: string
  /** Whether these streams of a company are to be recorded. */
  wanted(companyId: string): Promise<(stream: OwnStream) => boolean>
  /** What is recorded already: nothing may be recorded over it. */
  recorded(companyId: string, streams: readonly OwnStream[]): Promise<[number, number][][]>
}

export class RecordDispatch {
  readonly #plan: RecordPlan
  readonly #streams: (...scope: DeviceScope) => readonly LiveStream[]
  readonly #tell: (archive: string, orders: RecordOrder[]) => void
  readonly #onError: (error: unknown) => void
  #queue: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(
    plan: RecordPlan,
    streams: (...scope: DeviceScope) => readonly LiveStream[],
    tell: (archive: string, orders: RecordOrder[]) => void,
    onError: (error: unknown) => void,
  ) {
    this.#plan = plan
    this.#streams = streams
    this.#tell = tell
    this.#onError = onError
  }

  /** Orders these devices' recording anew; resolves when the shards have been told. One after the other, so that the last word is the latest. */
  refresh(...scope: DeviceScope): Promise<void> {
    this.#queue = this.#queue.then(() => this.#order(scope)).catch(this.#onError)
    return this.#queue
  }

  /** What waits is not done any more; what is being done ends. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue
  }

  async #order(scope: DeviceScope): Promise<void> {
    const byCompany = Map.groupBy(this.#streams(...scope), (stream) => stream.companyId)
    for (const [company, streams] of byCompany) {
      if (this.#isClosed) return
      const wanted = await this.#plan.wanted(company)
      const recorded = await this.#plan.recorded(company, streams)
      const orders = streams.map(({ number, did, channel, quality }, i) => ({
        company,
        did,
        channel,
        quality,
        stream: number,
        isOn: wanted({ did, channel, quality }),
        recorded: recorded[i] ?? [],
      }))
      this.#tell(this.#plan.archive, orders)
    }
  }
}
