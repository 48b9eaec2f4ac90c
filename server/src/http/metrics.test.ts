import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('measures the shards, the streams and who watches', async () => {
  const gauges = async () => (await app.metrics()).text()
  await app.device(await app.company())
  const stats = { streams: 3, frames: 70, bytes: 5000, lostPackets: 2, loopDelayP99Ms: 4, loopDelayMaxMs: 9 }
  app.shards.options.onStats?.(1, { type: 'stats', ...stats })
  const text = await gauges()
  for (const line of [
    'vedette_shard_streams{shard="1"} 3',
    'vedette_shard_frames_total{shard="1"} 70',
    'vedette_shard_bytes_total{shard="1"} 5000',
    'vedette_shard_lost_packets_total{shard="1"} 2',
    'vedette_shard_loop_delay_seconds{shard="1",quantile="0.99"} 0.004',
    'vedette_streams{state="live"} 0',
    'vedette_streams{state="loading"} 1',
    'vedette_live_pages 0',
    'vedette_live_windows 0',
  ])
    expect(text.split('\n')).toContain(line)
  app.shards.options.onState({ shard: 1, state: 'down', streams: [] })
  expect(await gauges()).not.toContain('{shard="1"')
})

describe('the figures of the platform', () => {
  it('are for who holds the token, behind a proxy', async () => {
    const of = async (headers: Record<string, string>) =>
      (await app.platform.http.inject({ url: '/metrics', headers })).statusCode
    const { token } = await app.company()
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: token }])
      expect(await of(headers)).toBe(401)
    expect((await app.metrics()).status).toBe(200)
  })

  it('are for the own machine where no proxy is, and for nobody who comes through one that is not told of', async () => {
    const own = await startTestApp({ config: { trustedProxies: [], metricsToken: undefined } })
    const of = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await own.platform.http.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await Promise.all(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((it) => of(it)))).toEqual([
      200, 200, 200,
    ])
    expect(await of('192.0.2.7')).toBe(401)
    expect(await of('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
    expect(await of('127.0.0.1', { authorization: 'Bearer undefined', via: '1.1 proxy' })).toBe(401)
    await own.close()
  })
})

it('counts requests without letting visitors make labels', async () => {
  await app.fetch('/vms/made/up', { method: 'POST' })
  const text = await (await app.metrics()).text()
  expect(text).toMatch(/vedette_requests_total\{path="unknown",code="6109"\} \d+/)
  expect(text).toMatch(/process_resident_memory_bytes \d+/)
  expect(text).toMatch(/vedette_sessions_in_use \d+/)
  expect(text).not.toContain('made')
})

it('tells how long calls took, what each figure means, and the delay of the event loop since the last look', async () => {
  await app.fetch('/vms/made/up', { method: 'POST' })
  const first = await (await app.metrics()).text()
  expect(first).toMatch(/vedette_request_seconds_bucket\{le="0.5",path="unknown"\} \d+/)
  expect(first).toMatch(/vedette_request_seconds_count\{path="unknown"\} \d+/)
  const names = [...first.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(first).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))

  const longest = async (): Promise<number> => {
    const text = await (await app.metrics()).text()
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1])
  }
  let blocked = 0
  // Again and again: what begins before the first tick after a look is not measured.
  const blockedOnce = async (): Promise<number> => {
    const until = performance.now() + 300
    while (performance.now() < until);
    return (blocked = await longest())
  }
  await expect.poll(blockedOnce, { timeout: 60_000, interval: 200 }).toBeGreaterThan(0.25)
  // The longest since the start would never fall.
  await expect.poll(longest, { timeout: 60_000 }).toBeLessThan(blocked)
})
