/** Counts for `GET /metrics`, in the text format of Prometheus. No label holds anything of a company. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A name with labels, and what it is now. */
type Gauge = () => number

export class Metrics {
  readonly #requests = new Map<string, { path: string; code: string; count: number; seconds: number }>()
  readonly #gauges = new Map<string, Gauge>()
  readonly #loopDelay = monitorEventLoopDelay({ resolution: 20 })

  constructor() {
    this.#loopDelay.enable()
  }

  /** `path` is one of the calls' own or `unknown`, so that visitors cannot make labels. */
  countRequest(path: string, code: string, durationMs: number): void {
    const key = `${path} ${code}`
    const entry = this.#requests.get(key) ?? { path, code, count: 0, seconds: 0 }
    entry.count++
    entry.seconds += durationMs / 1000
    this.#requests.set(key, entry)
  }

  gauge(name: string, read: Gauge): void {
    this.#gauges.set(name, read)
  }

  text(): string {
    const lines = [
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${cpuSeconds()}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime()}`,
      '# TYPE nodejs_eventloop_delay_seconds gauge',
      `nodejs_eventloop_delay_seconds{quantile="0.99"} ${this.#loopDelay.percentile(99) / 1e9}`,
    ]
    for (const [name, read] of this.#gauges) lines.push(`# TYPE ${name} gauge`, `${name} ${read()}`)
    lines.push('# TYPE vedette_requests_total counter')
    for (const { path, code, count } of this.#requests.values())
      lines.push(`vedette_requests_total{path="${path}",code="${code}"} ${count}`)
    lines.push('# TYPE vedette_request_seconds_total counter')
    for (const { path, code, seconds } of this.#requests.values())
      lines.push(`vedette_request_seconds_total{path="${path}",code="${code}"} ${seconds}`)
    return `${lines.join('\n')}\n`
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
