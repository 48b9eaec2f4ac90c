/** What `GET /metrics` tells. No label holds anything of a company. */
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

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
/** Each look wakes the process. */
const LAG_LOOK_MS = 100
const NS_PER_MS = 1e6
const LAGS: Record<string, (looks: ELDHistogram) => number> = {
  p50: (looks) => looks.percentile(50),
  p99: (looks) => looks.percentile(99),
  // The last of them: then they begin anew.
  max(looks) {
    const { max } = looks
    looks.reset()
    return max
  },
}

export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter<'path' | 'code'>
  readonly #seconds: Histogram<'path'>

  constructor() {
    const registers = [this.#registry]
    // The process's own.
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: 2 ** 30 })
    this.#measureLag()
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

  /** How late the event loop was since the last scrape. The library's own looks every 10 ms: most of what an idle platform cost. */
  #measureLag(): void {
    for (const kind of ['', 'min_', 'max_', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_'])
      this.#registry.removeSingleMetric(`nodejs_eventloop_lag_${kind}seconds`)
    const looks = monitorEventLoopDelay({ resolution: LAG_LOOK_MS })
    looks.enable()
    for (const [kind, of] of Object.entries(LAGS))
      this.gauge({
        name: `nodejs_eventloop_lag_${kind}_seconds`,
        help: `Delay of the event loop since the last look: ${kind}.`,
        // From look to look: what exceeds their distance is delay.
        read: () => [{ value: Math.max(0, of(looks) / NS_PER_MS - LAG_LOOK_MS) / 1000 }],
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
