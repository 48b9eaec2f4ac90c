/** The console's table and tree beside antd's, with 10,000 devices: what mounting them costs the page's main thread. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { build, type InlineConfig, preview } from 'vite'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { costOf, rowOf } from './tree.ts'

const RUNS = 10
const OURS = resolve(import.meta.dirname, '../lists')
/** Kept out of the repository's own dependencies: `npm ci --prefix bench/antd` fetches it. */
const PEER = resolve(import.meta.dirname, '../antd')
/** What is there once it is mounted: a row of either. */
const ROWS = { table: 'td:text("Camera 99")', tree: 'text="Region 0"' } as const

export async function benchLists(): Promise<void> {
  const rows = await measured('ours', OURS)
  if (existsSync(join(PEER, 'node_modules'))) rows.push(...(await measured('antd', PEER)))
  else console.log('antd is not installed and not measured: npm ci --prefix bench/antd')
  console.log('\na table of 100 rows and a tree of 10,000 devices, ms of the main thread')
  console.table(rows)
}

async function measured(whose: string, root: string): Promise<Record<string, string | number>[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'vedette-lists-'))
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  const browser = await launchBrowser()
  try {
    const rows: Record<string, string | number>[] = []
    for (const [what, shown] of Object.entries(ROWS)) {
      const took: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await page.goto(server.resolvedUrls?.local[0] ?? '')
        await page.waitForFunction(() => 'mountList' in window)
        const session = await page.context().newCDPSession(page)
        await session.send('Performance.enable', { timeDomain: 'threadTicks' })
        took.push(
          await costOf(session, async () => {
            await page.evaluate(`mountList('${what}')`)
            await page.locator(shown).first().waitFor()
          }),
        )
        await page.close()
      }
      rows.push(rowOf(`${whose}: ${what}`, took))
    }
    return rows
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
}
