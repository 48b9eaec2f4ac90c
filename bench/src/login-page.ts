/** What the login page and the way to the first wall weigh on the wire, and what Lighthouse says of the login page. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Page } from 'playwright-core'
import { z } from 'zod'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { logInOnPage } from '../../e2e/src/support/session.ts'

const LIGHTHOUSE = resolve(import.meta.dirname, '../lighthouse')

const Checked = z.object({
  lhr: z.object({
    categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
    audits: z.record(z.string(), z.object({ displayValue: z.string().optional() })),
    runtimeError: z.object({ message: z.string() }).optional(),
  }),
})
/** What its figure for performance is made of. */
const METRICS = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'Speed Index',
}

export async function benchLoginPage(): Promise<void> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '4' })
  try {
    console.log('\nKB on the wire, compressed, headers included')
    console.table(await weigh(platform.address))
    // No other browser is at work: Lighthouse counts the processor's time.
    console.table([await check(platform.address)])
  } finally {
    await platform.stop()
  }
}

async function weigh(address: string): Promise<{ what: string; KB: number }[]> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    const weight = await weightOf(page)
    await page.goto(address, { waitUntil: 'networkidle' })
    const login = weight()
    await logInOnPage(page, address)
    await page.locator('[role=treeitem][data-did]').first().dblclick()
    await page.locator('[data-window="0"] video').waitFor()
    return [
      { what: 'login page, all of it', KB: Math.round(login / 1000) },
      { what: 'from there to the first wall', KB: Math.round((weight() - login) / 1000) },
    ]
  } finally {
    await browser.close()
  }
}

/** Counts what the page's own requests bring; media come over sockets and are not counted. */
async function weightOf(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  return () => bytes
}

/** Audits the page on the phone that Lighthouse simulates. */
async function check(address: string): Promise<Record<string, string | number>> {
  const entry = join(LIGHTHOUSE, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) return { Lighthouse: 'not there: npm ci --prefix bench/lighthouse' }
  const { default: lighthouse } = z
    .object({ default: z.function({ input: [z.string(), z.looseObject({})], output: z.promise(Checked) }) })
    .parse(await import(pathToFileURL(entry).href))
  const port = 9222 + (process.pid % 1000)
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    const { lhr } = await lighthouse(address, { port, onlyCategories: ['performance', 'accessibility'] })
    if (lhr.runtimeError) return { Lighthouse: lhr.runtimeError.message }
    const scores = Object.entries(lhr.categories).map(([name, { score }]): [string, string | number] => [
      `Lighthouse, ${name}`,
      score === null ? 'none' : Math.round(score * 100),
    ])
    const metrics = Object.entries(METRICS).map(([audit, name]): [string, string] => [
      name,
      lhr.audits[audit]?.displayValue ?? 'none',
    ])
    return Object.fromEntries([...scores, ...metrics])
  } finally {
    await browser.close()
  }
}
