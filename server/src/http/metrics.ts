/** What `GET /metrics` tells. No label holds anything of a company. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Sample<Label extends string = string> {
  value: number
  labels?: Readonly<Partial<Record<Label, string | number>>>
}

interface Family<Label extends string> {
  name: string
  help: string
  labels?: readonly Label[]
  /** Called for each scrape. */
  read: () => Iterable<Sample<Label>>
}

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10]

export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter<'path' | 'code'>
  readonly #seconds: Histogram<'path'>

  constructor() {
    const registers = [this.#registry]
    // The process's own, among them the delay of the event loop since the last scrape.
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Counter({
      registers,
      name: 'vedette_requests_total',
      help: 'Answered calls, by the code of the answer.',
      labelNames: ['path', 'code'],
    })
    this.#seconds = new Histogram({
      registers,
      name: 'vedette_request_seconds',
      help: 'How long calls took, from the first byte to the answer.',
      labelNames: ['path'],
      buckets: SECONDS,
    })
  }

  /** `path` is one of the calls' own or `unknown`, so that visitors cannot make labels. */
  countRequest(path: string, code: string, durationMs: number): void {
    this.#requests.inc({ path, code })
    this.#seconds.observe({ path }, durationMs / 1000)
  }

  gauge<Label extends string = never>({ name, help, labels = [], read }: Family<Label>): void {
    const gauge: Gauge<Label> = new Gauge({
      registers: [this.#registry],
      name,
      help,
      labelNames: labels,
      collect: () => {
        gauge.reset()
        for (const sample of read()) gauge.set(sample.labels ?? {}, sample.value)
      },
    })
  }

  /** What only rises while its process lives; its name ends in `_total`. */
  counter<Label extends string = never>({ name, help, labels = [], read }: Family<Label>): void {
    const counter: Counter<Label> = new Counter({
      registers: [this.#registry],
      name,
      help,
      labelNames: labels,
      collect: () => {
        counter.reset()
        for (const sample of read()) counter.inc(sample.labels ?? {}, sample.value)
      },
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
