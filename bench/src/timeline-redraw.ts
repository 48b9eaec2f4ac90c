/** What one painting of the replay timeline costs the page: four lanes with 25,000 events each. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { build, type InlineConfig, preview } from 'vite'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { quantile } from './statistics.ts'

const PAINTINGS = 300
const ROOT = resolve(import.meta.dirname, '../timeline')

export async function benchTimelineRedraw(): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'vedette-timeline-'))
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
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'redraw' in window)
    const times: number[] = await page.evaluate(async (count) => {
      const all: number[] = []
      for (let i = 0; i < count; i++) {
        await new Promise(requestAnimationFrame)
        all.push(window.redraw(i / count))
      }
      return all
    }, PAINTINGS)
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
    console.log(
      `redraw of 4 lanes with 25,000 events each: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    )
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
}

declare global {
  interface Window {
    redraw(share: number): number
  }
}
