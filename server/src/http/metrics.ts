/** Counts for `GET /metrics`, in the text format of Prometheus. No label holds anything of a company. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Sample {
  value: number
  /** Words of our own and numbers, so that nothing in them has to be escaped. */
  labels?: Readonly<Record<string, string | number>>
}

interface Family {
  type: 'gauge' | 'counter'
  read: () => readonly Sample[]
}

export class Metrics {
  readonly #requests = new Map<string, { path: string; code: string; count: number; seconds: number }>()
  readonly #families = new Map<string, Family>()

  constructor() {
    const loopDelay = monitorEventLoopDelay({ resolution: 20 })
    loopDelay.enable()
    this.counter('process_cpu_seconds_total', () => [{ value: cpuSeconds() }])
    this.gauge('process_resident_memory_bytes', () => [{ value: process.memoryUsage.rss() }])
    this.gauge('process_uptime_seconds', () => [{ value: process.uptime() }])
    this.gauge('nodejs_eventloop_delay_seconds', () => [
      { labels: { quantile: 0.99 }, value: loopDelay.percentile(99) / 1e9 },
    ])
    this.counter('vedette_requests_total', () =>
      [...this.#requests.values()].map(({ path, code, count }) => ({ labels: { path, code }, value: count })),
    )
    this.counter('vedette_request_seconds_total', () =>
      [...this.#requests.values()].map(({ path, code, seconds }) => ({
        labels: { path, code },
        value: seconds,
      })),
    )
  }

  /** `path` is one of the calls' own or `unknown`, so that visitors cannot make labels. */
  countRequest(path: string, code: string, durationMs: number): void {
    const key = `${path} ${code}`
    const entry = this.#requests.get(key) ?? { path, code, count: 0, seconds: 0 }
    entry.count++
    entry.seconds += durationMs / 1000
    this.#requests.set(key, entry)
  }

  gauge(name: string, read: Family['read']): void {
    this.#families.set(name, { type: 'gauge', read })
  }

  /** What only rises while its process lives; it ends in `_total`. */
  counter(name: string, read: Family['read']): void {
    this.#families.set(name, { type: 'counter', read })
  }

  text(): string {
    const lines: string[] = []
    for (const [name, { type, read }] of this.#families) {
      lines.push(`# TYPE ${name} ${type}`)
      for (const { labels = {}, value } of read()) lines.push(`${name}${labelled(labels)} ${value}`)
    }
    return `${lines.join('\n')}\n`
  }
}

function labelled(labels: NonNullable<Sample['labels']>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
