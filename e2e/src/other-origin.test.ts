/** A console that a web server of the operator's own serves, for a platform at another origin. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'

import { recordTimeline } from '@vedette/contract/calls/record'
import { deviceList } from '@vedette/contract/calls/device'
import { fetchReplay } from '@vedette/contract/calls/replay'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'

const WAIT = { timeout: 180_000, interval: 1000 }
const RECORDED_MS = 15_000
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

let built: VariantConsole | undefined
let server: Server
/** Where the console is. */
let address: string
let platform: Platform
let browser: Browser

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(built?.folder ?? '', pathname === '/' ? 'index.html' : pathname)
    readFile(path).then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? '' }).end(bytes),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  if (typeof at !== 'object' || !at) throw new Error('not listening')
  address = `http://127.0.0.1:${at.port}/`
  platform = await startPlatform({
    VEDETTE_SIM_DEVICES: '1',
    VEDETTE_SIM_FPS: '25',
    VEDETTE_ALLOWED_ORIGINS: new URL(address).origin,
  })
  built = await buildVariant({ VITE_VMS_BASE: platform.address, VITE_VMS_SOCKET: platform.address })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  server?.close()
  built?.remove()
})

it('replays, shows pictures and downloads as one that the platform serves does', async () => {
  const token = await logIn(platform.address)
  const [device] = (await replied(platform.address, token, deviceList, {})).List
  const DID = device?.DID ?? ''
  const from = await vi.waitFor(async () => {
    const range = { From: Date.now() - 3_600_000, To: Date.now() + 3_600_000 }
    const { List } = await replied(platform.address, token, recordTimeline, { Streams: [{ DID }], ...range })
    const [begin = 0, until = 0] = List[0]?.Spans.slice(-2) ?? []
    if (until - begin < RECORDED_MS) throw new Error(`recorded so far: ${until - begin} ms`)
    return begin
  }, WAIT)

  const { page, end } = await visit(browser)
  const ranges: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === fetchReplay.path) ranges.push(request.headers()['range'] ?? '')
  })
  const marks = `&in=${from + 1000}&out=${from + 4000}`
  await enterOnPage(page, address, `#/replay?show=${DID}&at=${from + 1000}${marks}&layout=1`)
  await page.locator(`[data-device="${DID}"][data-state="ready"]`).waitFor()
  // How much there is stands in a header of the first part: without it no second one would be asked for.
  await expect.poll(() => ranges.some((it) => it !== '' && !it.startsWith('bytes=0-')), WAIT).toBe(true)

  const timeline = page.getByRole('slider', { name: 'Timeline' })
  const [shown = 0, until = 0] = await Promise.all(
    ['data-from', 'data-to'].map(async (name) => Number(await timeline.getAttribute(name))),
  )
  const width = (await timeline.boundingBox())?.width ?? 0
  const x = 136 + ((from + RECORDED_MS / 2 - shown) / (until - shown)) * (width - 136)
  await timeline.hover({ position: { x, y: 34 } })
  await page.locator('.timeline-hover :is(img, video)').waitFor()
  const downloading = page.waitForEvent('download')
  await page.locator('.replay-download').click()
  expect((await downloading).suggestedFilename()).toMatch(/\.mp4$/)

  await page.keyboard.press('s')
  await page.getByText('Screenshot saved to the album').waitFor()
  await page.goto(`${address}#/albumManager`)
  const picture = page.getByRole('list', { name: 'Pictures' }).locator('img').first()
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
  await end()
})
