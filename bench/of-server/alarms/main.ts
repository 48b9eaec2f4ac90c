/**
 * Alarms to open pages while the platform is killed and pages are cut off: every stored one is shown once on each page, or is in
 * the number that a page is told after a reconnect. `--rows N` alarms, `--clients N` pages, `--times N` kills, `--streams N` alarms a
 * second, `--seconds N` of the cut.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { administrator } from '../../../server/src/http/caller.ts'
import { flag } from '../../src/flags.ts'
import { quantile } from '../../src/statistics.ts'
import { FromPlatform, type ToPlatform } from './messages.ts'
import { Page } from './page.ts'
import { PASSWORD, startRaiser } from './start.ts'

const ALARMS = flag('rows', 100_000)
const PAGES = flag('clients', 10)
const KILLS = flag('times', 10)
const PER_SECOND = flag('streams', 500)
const CUT_S = flag('seconds', 60)
const PATIENCE_MS = 120_000
const LOOK_MS = 200

const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-alarms-'))
const stored = new Set<string>()
let heardAt = 0

async function start(): Promise<{ platform: ChildProcess; address: string }> {
  const { platform, address } = await startRaiser(folder)
  heardAt = Date.now()
  platform.on('message', (said) => {
    const message = FromPlatform.parse(said)
    heardAt = Date.now()
    if (message.type === 'stored') for (const id of message.ids) stored.add(id)
  })
  return { platform, address }
}

const say = (platform: ChildProcess, message: ToPlatform): void => void platform.send(message)

async function until(what: string, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (Date.now() - heardAt > PATIENCE_MS) throw new Error(`${what}: nothing for ${PATIENCE_MS / 1000} s`)
    await pause(LOOK_MS)
  }
}

async function ended(platform: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(platform, 'exit')
  platform.kill(signal)
  await exited
}

let { platform, address } = await start()
try {
  const pages: Page[] = []
  // Each with a log-in of its own: of one session any page acknowledges for all.
  for (let at = 0; at < PAGES; at++) {
    const { token } = await administrator(address, PASSWORD)
    pages.push(new Page(address, token))
  }
  await pause(1000)
  const beganAt = Date.now()
  say(platform, { type: 'raise', perSecond: PER_SECOND, count: ALARMS })
  const cutAt = Math.floor(ALARMS / 2)
  let mended: Promise<void> | undefined
  for (let kill = 1; kill <= KILLS; kill++) {
    const at = Math.floor((ALARMS * kill) / (KILLS + 1))
    await until('alarms', () => stored.size >= at)
    if (!mended && stored.size >= cutAt) {
      const half = pages.slice(0, Math.ceil(PAGES / 2))
      for (const page of half) page.cut()
      mended = pause(CUT_S * 1000).then(() => half.forEach((page) => page.mend()))
    }
    await ended(platform, 'SIGKILL')
    ;({ platform, address } = await start())
    for (const page of pages) page.follow(address)
    say(platform, { type: 'raise', perSecond: PER_SECOND, count: ALARMS - stored.size })
  }
  await until('the last alarms', () => stored.size >= ALARMS)
  const seconds = (Date.now() - beganAt) / 1000
  await mended
  const listed = once(platform, 'message')
  say(platform, { type: 'list' })
  const [said]: unknown[] = await listed
  const { ids } = FromPlatform.options[2].parse(said)
  const there = new Set(ids)
  const inOrder = ids.toSorted()
  const isWhole = (page: Page): boolean => page.lostOf(inOrder) === 0
  heardAt = Date.now()
  await until('what is still on its way', () => pages.every(isWhole) || Date.now() - heardAt > 20_000)
  const lost = pages.map((page) => page.lostOf(inOrder))
  const strange = pages.flatMap(({ shown }) => [...shown].filter((id) => !there.has(id)))
  const unkept = [...stored].filter((id) => !there.has(id))
  const latencies = pages.flatMap(({ latenciesMs }) => latenciesMs)
  console.log(
    `\n${there.size} alarms stored in ${seconds.toFixed(0)} s, ${PAGES} pages, ${KILLS} kills, half of the pages cut off for ${CUT_S} s`,
  )
  console.table([
    {
      'stored and gone': unkept.length,
      'lost, of any page': Math.max(...lost),
      'shown and not stored': strange.length,
      'told again': pages.reduce((sum, { again }) => sum + again, 0),
      'told as a number': pages.reduce((sum, { counted }) => sum + counted, 0),
      'raised → page, ms p50': quantile(latencies, 0.5).toFixed(0),
      p95: quantile(latencies, 0.95).toFixed(0),
    },
  ])
  for (const page of pages) page.close()
  if (unkept.length > 0 || strange.length > 0 || lost.some((count) => count !== 0)) process.exitCode = 1
} finally {
  if (platform.exitCode === null && platform.signalCode === null) await ended(platform, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
