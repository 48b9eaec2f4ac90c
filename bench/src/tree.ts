/** The region directory with 50,000 devices: what mounting it and opening a region cost the page's main thread. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { CDPSession } from 'playwright-core'
import { build, type InlineConfig, preview } from 'vite'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = 10
const ROOT = resolve(import.meta.dirname, '../tree')

export async function benchTree(): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'vedette-tree-'))
  const config: InlineConfig = {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',

    build: { outDir, emptyOutDir: true },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  const browser = await launchBrowser()
  const mounts: number[] = []
  const opens: number[] = []
  try {
    for (let run = 0; run < RUNS; run++) {
      const page = await browser.newPage({ viewport: { width: 400, height: 900 } })
      await page.goto(server.resolvedUrls?.local[0] ?? '')
      await page.waitForFunction(() => 'mountTree' in window)
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const row = page.getByRole('treeitem', { name: /^Region 0/ }).first()
      mounts.push(
        await costOf(session, async () => {
          await page.evaluate('mountTree()')
          await row.waitFor()
        }),
      )
      opens.push(
        await costOf(session, async () => {
          await row.click()
          await page
            .getByRole('treeitem', { name: /^Camera/ })
            .first()
            .waitFor()
        }),
      )
      await page.close()
    }
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
  console.log('\nthe tree of 50,000 devices, ms of the main thread')
  console.table([rowOf('mount', mounts), rowOf('open a region', opens)])
}

/** What the page's main thread worked, ms, with the painting that follows. */
export async function costOf(session: CDPSession, act: () => Promise<void>): Promise<number> {
  const before = await workedMs(session)
  await act()
  await pause(0.2)
  return (await workedMs(session)) - before
}

async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

export function rowOf(what: string, values: readonly number[]): Record<string, string | number> {
  return { what, p50: Math.round(quantile(values, 0.5)), worst: Math.round(Math.max(...values)) }
}
