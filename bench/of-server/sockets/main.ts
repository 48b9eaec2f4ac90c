/**
 * Alarms to thousands of open pages, at rates that grow: 5,000 sockets and an alarm every ten seconds are 500 pushes a second. All
 * pages are of one process beside the platform, whose reading is in their latencies. `--clients N` pages, `--seconds N` of each rate.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { administrator } from '../../../server/src/http/caller.ts'
import { flag } from '../../src/flags.ts'
import { pssOf } from '../../src/memory.ts'
import { costOf } from '../../src/process-cost.ts'
import { quantile } from '../../src/statistics.ts'
import type { ToPlatform } from '../alarms/messages.ts'
import { Page } from '../alarms/page.ts'
import { PASSWORD, startRaiser } from '../alarms/start.ts'

const PAGES = flag('clients', 5000)
const SECONDS = flag('seconds', 30)
const ALARMS_PER_SECOND = [0.1, 1, 5]
/** A session has 20 sockets at most. */
const OF_ONE_SESSION = 20
/** An address has 2,000. */
const OF_ONE_ADDRESS = 1000
const AT_ONCE = 50
const PATIENCE_MS = 60_000
const LOOK_MS = 50

const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-sockets-'))
const { platform, address } = await startRaiser(folder)
try {
  const mbWithout = pssOf(pidOf(platform))
  const pages: Page[] = []
  const begunAt = performance.now()
  let token = ''
  while (pages.length < PAGES) {
    if (pages.length % OF_ONE_SESSION === 0) ({ token } = await administrator(address, PASSWORD))
    pages.push(new Page(address, token, `127.0.0.${2 + Math.floor(pages.length / OF_ONE_ADDRESS)}`))
    if (pages.length % AT_ONCE === 0) await until('pages', () => pages.every(({ isLoggedIn }) => isLoggedIn))
  }
  await until('pages', () => pages.every(({ isLoggedIn }) => isLoggedIn))
  const opened = (performance.now() - begunAt) / 1000
  const rows: Record<string, string | number>[] = []
  for (const perSecond of [0, ...ALARMS_PER_SECOND]) rows.push(await atRate(perSecond, pages))
  const mb = (pssOf(pidOf(platform)) - mbWithout) / PAGES
  console.log(
    `\n${PAGES} pages, open after ${opened.toFixed(0)} s, ${(mb * 1000).toFixed(0)} kB of the platform's memory each`,
  )
  console.table(rows)
  for (const page of pages) page.close()
} finally {
  const exited = once(platform, 'exit')
  platform.kill('SIGKILL')
  await exited
  await rm(folder, { recursive: true, force: true })
}

async function atRate(perSecond: number, pages: readonly Page[]): Promise<Record<string, string | number>> {
  const shown = (): number => pages.reduce((sum, page) => sum + page.shown.size, 0)
  const [before, latencies] = [shown(), pages.map(({ latenciesMs }) => latenciesMs.length)]
  const [cpuBefore, from] = [costOf([pidOf(platform)]).cpuSeconds, performance.now()]
  const count = Math.round(perSecond * SECONDS)
  if (count > 0) say({ type: 'raise', perSecond, count })
  await pause(SECONDS * 1000)
  await until('what is still on its way', () => shown() - before >= count * pages.length)
  const seconds = (performance.now() - from) / 1000
  const ms = pages.flatMap((page, at) => page.latenciesMs.slice(latencies[at]))
  return {
    'pushes/s': Math.round(perSecond * pages.length),
    'CPU, % of a core': (((costOf([pidOf(platform)]).cpuSeconds - cpuBefore) / seconds) * 100).toFixed(1),
    'PSS, MB': Math.round(pssOf(pidOf(platform))),
    'raised → page, ms p50': count > 0 ? quantile(ms, 0.5).toFixed(0) : '',
    p95: count > 0 ? quantile(ms, 0.95).toFixed(0) : '',
    worst: count > 0 ? quantile(ms, 1).toFixed(0) : '',
  }
}

function pidOf({ pid }: ChildProcess): number {
  return pid ?? 0
}

function say(message: ToPlatform): void {
  platform.send(message)
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const stuckAt = Date.now() + PATIENCE_MS
  while (!isSo()) {
    if (Date.now() > stuckAt) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
    await pause(LOOK_MS)
  }
}
