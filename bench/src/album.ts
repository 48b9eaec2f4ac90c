/** The album's page with 10,000 pictures: scrolled to its end, and pictures chosen there; how long its frames take. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { addByAddress } from '@vedette/contract/calls/device'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { type Platform, startPlatform } from '../../e2e/src/support/platform.ts'
import { enterOnPage, logIn, replied } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { quantile } from './statistics.ts'

const PICTURES = flag('rows', 10_000)
const PICTURE = resolve(import.meta.dirname, '../../docs/pictures/live.webp')
/** A frame: flung to its end, and as far as a wheel turns. */
const STEP_PX = 400
const WHEEL_PX = 80
const WHEELED = 1000
const TOGGLES = 20
const DROPPED_MS = 50

export async function benchAlbumPage(): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vedette-album-'))
  const env = { VEDETTE_DEMO: '0', VEDETTE_DATA: dataFolder }
  const first = await startPlatform(env)
  await takeOne(first)
  await first.started.stop()
  multiply(join(dataFolder, 'main.db'))
  const platform = await startPlatform(env)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1366, height: 768 } })
    await enterOnPage(page, platform.address)
    await page.goto(`${platform.address}#/albumManager`)
    await page.locator('.album-tile').first().waitFor()
    console.log(`\nan album of ${PICTURES} pictures, frames of the page, ms`)
    console.table([
      {
        what: `scrolled by the wheel to picture ${WHEELED}`,
        ...(await framesOf(page, () => page.evaluate(scrollToEnd, [WHEEL_PX, WHEELED] as const))),
      },
      {
        what: 'scrolled to its end',
        ...(await framesOf(page, () => page.evaluate(scrollToEnd, [STEP_PX, PICTURES] as const))),
      },
      { what: 'scrolled back', ...(await framesOf(page, () => page.evaluate(scrollBack, STEP_PX * 4))) },
      { what: `${TOGGLES} pictures chosen`, ...(await framesOf(page, () => choose(page))) },
    ])
  } finally {
    await browser.close()
    await platform.started.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function takeOne({ address }: Platform): Promise<void> {
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  const camera = { GID, DevName: 'North gate', DevType: 1, Url: 'rtsp://192.0.2.7/1' }
  const { DID } = await replied(address, token, addByAddress, camera)
  const form = new FormData()
  form.append('DID', DID)
  form.append('Purpose', 'album')
  form.append('file', new Blob([Uint8Array.from(readFileSync(PICTURE))]), 'snapshot')
  const init = { method: 'POST', headers: { authorization: token }, body: form }
  const answer: unknown = await (await fetch(new URL(deviceUploadImage.path, address), init)).json()
  if (!JSON.stringify(answer).includes('"CODE":"200"')) throw new Error(JSON.stringify(answer))
}

/** All of them have the one picture's small form. */
function multiply(path: string): void {
  const database = new DatabaseSync(path)
  const [row] = database.prepare('select * from album_picture').all()
  if (!row) throw new Error('no picture in the album')
  const names = Object.keys(row)
  const insert = database.prepare(
    `insert into album_picture (${names.join()}) values (${names.map(() => '?').join()})`,
  )
  database.exec('begin')
  for (let n = 1; n < PICTURES; n++) {
    const id = createHash('sha256').update(String(n)).digest('hex').slice(0, String(row['id']).length)
    const changed = { ...row, id, taken_at: Number(row['taken_at']) - n * 60_000 }
    insert.run(...Object.values(changed))
  }
  database.exec('commit')
  database.close()
}

/** How long it was from one frame to the next while this was done. */
async function framesOf(page: Page, act: () => Promise<unknown>): Promise<object> {
  await page.evaluate(countFrames)
  await act()
  const frames = await page.evaluate(() => Reflect.get(globalThis, 'framesSeen') as number[])
  return {
    frames: frames.length,
    p50: Math.round(quantile(frames, 0.5)),
    p99: Math.round(quantile(frames, 0.99)),
    longest: Math.round(Math.max(...frames)),
    'above 50': frames.filter((ms) => ms > DROPPED_MS).length,
    tiles: await page.locator('.album-tile').count(),
  }
}

async function choose(page: Page): Promise<void> {
  const boxes = page.locator('.album-tile input[type=checkbox]')
  for (let n = 0; n < TOGGLES; n++) await boxes.nth(n).click()
}

/** Runs in the page. */
function countFrames(): void {
  const frames: number[] = []
  Object.assign(globalThis, { framesSeen: frames })
  let before = performance.now()
  const next = (): void => {
    if (Reflect.get(globalThis, 'framesSeen') !== frames) return
    const now = performance.now()
    frames.push(now - before)
    before = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** Runs in the page: frame by frame, as a wheel does, until the last picture is there. */
async function scrollToEnd([stepPx, pictures]: readonly [number, number]): Promise<void> {
  const area = document.querySelector('.album-scroll')
  if (!area) throw new Error('no album')
  const placeOfLast = (): number =>
    Number([...document.querySelectorAll('.album-tile')].at(-1)?.getAttribute('aria-posinset'))
  let standsSince = performance.now()
  let top = -1
  while (placeOfLast() < pictures) {
    area.scrollTop += stepPx
    if (area.scrollTop !== top) standsSince = performance.now()
    top = area.scrollTop
    if (performance.now() - standsSince > 10_000) throw new Error(`the album ends at ${placeOfLast()}`)
    await new Promise(requestAnimationFrame)
  }
}

/** Runs in the page. */
async function scrollBack(stepPx: number): Promise<void> {
  const area = document.querySelector('.album-scroll')
  while (area && area.scrollTop > 0) {
    area.scrollTop -= stepPx
    await new Promise(requestAnimationFrame)
  }
}
