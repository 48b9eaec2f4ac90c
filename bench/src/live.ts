/**
 * From the camera to the painted pixel: time to the first picture, and how old a picture is when it is painted, read off the
 * time strip in Chromium. Beside it, ffmpeg decoding the same stream with its low-delay switches.
 */
import type { Page } from 'playwright-core'
import { spawn } from 'node:child_process'

import { readStrip, stripBits, stripCells } from '@vedette/contract/time-strip'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { ADMIN_PASSWORD, startPlatform } from '../../e2e/src/support/platform.ts'
import { startSimulator, urlFor } from './simulator.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = 20
const WATCH_S = 20

export interface LiveRow {
  what: string
  firstP50: number
  firstP95: number
  ageP50: number
  ageP95: number
  gapMax: number
  frames: number
}

interface Sight {
  atMs: number
  bits: string
}

const CELLS = stripCells(40, 0, 0).map(({ x, y, side }) => ({
  x: (x + side / 2) / 40,
  y: (y + side / 2) / 40,
}))

export async function measureLive(): Promise<LiveRow[]> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '6' })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await page.goto(platform.address)
    await page.getByLabel('Account').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
    await page.getByRole('checkbox').check()
    await page.locator('form button[type=submit]').click()
    await page.getByRole('tree').waitFor()
    await page.evaluate(inPage, CELLS)
    // All streams are warm once their cameras have been connected for a while.
    await pause(3)
    const rows: LiveRow[] = []
    for (const [what, keys] of [
      ['sub-stream 640×360, 4 windows', 'Alt+4'],
      ['main stream 1920×1080, 1 window', 'Alt+1'],
    ] as const) {
      await page.keyboard.press(keys)
      rows.push(await measureWindow(page, what))
    }
    return rows
  } finally {
    await browser.close()
    await platform.stop()
  }
}

async function measureWindow(page: Page, what: string): Promise<LiveRow> {
  const names = await page.locator('[role=treeitem][data-did]').allInnerTexts()
  const cameras = names.map((text) => /(\d+)\s*$/.exec(text)?.[1]).flatMap((it) => (it ? [Number(it)] : []))
  const firsts: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const camera = cameras[run % cameras.length] ?? 1
    const idBits = stripBits(camera, 0).slice(0, 16).map(Number).join('')
    firsts.push(await page.evaluate(([bits, n]) => window.firstPicture(bits, n), [idBits, camera] as const))
    await pause(0.3)
  }
  const sights: Sight[] = await page.evaluate((seconds) => window.watchWindow(seconds), WATCH_S)
  const ages = sights.flatMap(({ atMs, bits }) => {
    const reading = readBits(bits, atMs)
    return reading === undefined ? [] : [atMs - reading]
  })
  const gaps = sights.slice(1).map((sight, i) => sight.atMs - (sights[i]?.atMs ?? sight.atMs))
  return rowOf(what, firsts, ages, gaps)
}

export async function measureFfmpeg(): Promise<LiveRow[]> {
  const simulator = await startSimulator(2)
  try {
    const rows: LiveRow[] = []
    for (const [what, quality, width] of [
      ['ffmpeg, 640×360', 'subUrl', 640],
      ['ffmpeg, 1920×1080', 'mainUrl', 1920],
    ] as const) {
      const url = urlFor(simulator, simulator.cameras[0]?.[quality] ?? '')
      rows.push(await watchWithFfmpeg(what, url, width))
    }
    return rows
  } finally {
    simulator.process.kill()
  }
}

function watchWithFfmpeg(what: string, url: string, width: number): Promise<LiveRow> {
  const frameBytes = (width * width * 9) / 16
  const startedAt = Date.now()
  const child = spawn(
    'ffmpeg',
    // prettier-ignore
    ['-v', 'error', '-nostdin', '-fflags', 'nobuffer', '-flags', 'low_delay', '-analyzeduration', '0', '-probesize', '32768',
      '-rtsp_transport', 'tcp', '-i', url, '-an', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ages: number[] = []
  const arrivals: number[] = []
  let pending: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (piece: Buffer) => {
    pending.push(piece)
    bytes += piece.length
    while (bytes >= frameBytes) {
      const all = Buffer.concat(pending)
      const frame = all.subarray(0, frameBytes)
      pending = [all.subarray(frameBytes)]
      bytes -= frameBytes
      const now = Date.now()
      arrivals.push(now)
      const reading = readStrip(width, (x, y) => frame[y * width + x] ?? 0, now)
      if (reading) ages.push(now - reading.timeMs)
    }
  })
  setTimeout(() => child.kill('SIGKILL'), WATCH_S * 1000)
  return new Promise((resolve) =>
    child.on('close', () => {
      const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? at))
      resolve(rowOf(what, [(arrivals[0] ?? Number.NaN) - startedAt], ages, gaps))
    }),
  )
}

function readBits(bits: string, nearMs: number): number | undefined {
  const reading = readStrip(40, (x, y) => (bits[(y - 20) * 32 + x - 4] === '1' ? 255 : 0), nearMs)
  return reading?.timeMs
}

function rowOf(what: string, firsts: number[], ages: number[], gaps: number[]): LiveRow {
  return {
    what,
    firstP50: quantile(firsts, 0.5),
    firstP95: quantile(firsts, 0.95),
    ageP50: quantile(ages, 0.5),
    ageP95: quantile(ages, 0.95),
    gapMax: Math.max(...gaps),
    frames: ages.length,
  }
}

declare global {
  interface Window {
    firstPicture(idBits: string, camera: number): Promise<number>
    watchWindow(seconds: number): Promise<Sight[]>
  }
}

/** Runs in the page; it sees nothing but its argument. */
function inPage(cells: { x: number; y: number }[]): void {
  const canvas = new OffscreenCanvas(64, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = (video: HTMLVideoElement): string => {
    if (!context || !video.videoWidth) return ''
    cells.forEach(({ x, y }, i) => {
      context.drawImage(video, x * video.videoWidth - 1, y * video.videoWidth - 1, 2, 2, i, 0, 1, 1)
    })
    const { data } = context.getImageData(0, 0, 64, 1)
    return cells.map((_, i) => ((data[i * 4 + 1] ?? 0) > 127 ? '1' : '0')).join('')
  }
  let did = ''
  const videoIn = (): HTMLVideoElement | null =>
    document.querySelector(`[data-window][data-did="${did}"] video`)

  window.firstPicture = (idBits, camera) => {
    const tiles = [...document.querySelectorAll<HTMLElement>('[data-window]')]
    tiles.find((tile) => tile.offsetWidth > 0)?.click()
    const item = [...document.querySelectorAll<HTMLElement>('[role=treeitem][data-did]')].find(
      (it) => Number(/(\d+)\s*$/.exec(it.textContent ?? '')?.[1]) === camera,
    )
    did = item?.dataset['did'] ?? ''
    const startedAt = performance.now()
    item?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const video = videoIn()
        if (video && read(video).startsWith(idBits)) resolve(performance.now() - startedAt)
        else if (performance.now() - startedAt > 15_000) reject(new Error(`no picture of camera ${camera}`))
        else requestAnimationFrame(look)
      }
      look()
    })
  }

  window.watchWindow = (seconds) => {
    const sights: { atMs: number; bits: string }[] = []
    const until = performance.now() + seconds * 1000
    return new Promise((resolve) => {
      const look = (): void => {
        const video = videoIn()
        if (video) sights.push({ atMs: performance.timeOrigin + performance.now(), bits: read(video) })
        if (performance.now() > until || !video) resolve(sights)
        else video.requestVideoFrameCallback(look)
      }
      videoIn()?.requestVideoFrameCallback(look)
    })
  }
}
