/** The same streams of the same simulator, shown by others: ffmpeg decoding with its low-delay switches, janus over WebRTC. */
import { spawn } from 'node:child_process'

import { readStrip } from '@vedette/contract/time-strip'
import { chromium } from 'playwright-core'

import { flag } from './flags.ts'
import { startJanus } from './janus.ts'
import { CELLS, idBitsOf, inPage, type LiveRow, rowOf, rowOfSights } from './painted.ts'
import { startSimulator } from '../../e2e/src/support/simulator.ts'
import { urlFor } from './simulator.ts'
import { pause } from './statistics.ts'

const RUNS = 20
const WATCH_S = flag('seconds', 20)

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
    await simulator.stop()
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

export async function measureJanus(): Promise<LiveRow[]> {
  const simulator = await startSimulator(2)
  const janus = await startJanus(simulator)
  const browser = await chromium.launch({
    executablePath: process.env['VEDETTE_TEST_BROWSER'] || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.evaluate(inPage, CELLS)
    // Mount points connect to their cameras when janus starts.
    await pause(3)
    const rows: LiveRow[] = []
    for (const [what, offset] of [
      ['janus over WebRTC, 640×360', 0],
      ['janus over WebRTC, 1920×1080', 100],
    ] as const) {
      const firsts: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const camera = simulator.cameras[run % 2]?.number ?? 1
        const startedAt = performance.now()
        await janus.watch(offset + camera, (offer) => page.evaluate(answerOffer, offer))
        await page.evaluate((bits) => window.waitForPicture(bits), idBitsOf(camera))
        firsts.push(performance.now() - startedAt)
      }
      rows.push(
        rowOfSights(what, firsts, await page.evaluate((seconds) => window.watchWindow(seconds), WATCH_S)),
      )
    }
    return rows
  } finally {
    await browser.close()
    await janus.stop()
    await simulator.stop()
  }
}

/** Runs in the page: a new window for the offered stream; answers with the page's description once its candidates are known. */
async function answerOffer(offer: string): Promise<string> {
  document.body.innerHTML = ''
  const tile = document.createElement('div')
  tile.dataset['window'] = '0'
  tile.dataset['did'] = ''
  const video = document.createElement('video')
  Object.assign(video, { muted: true, autoplay: true })
  tile.append(video)
  document.body.append(tile)
  const connection = new RTCPeerConnection()
  connection.addEventListener('track', ({ receiver, streams }) => {
    receiver.jitterBufferTarget = 0
    video.srcObject = streams[0] ?? null
    void video.play()
  })
  await connection.setRemoteDescription({ type: 'offer', sdp: offer })
  await connection.setLocalDescription(await connection.createAnswer())
  if (connection.iceGatheringState !== 'complete') {
    await new Promise<void>((resolve) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') resolve()
      })
    })
  }
  return connection.localDescription?.sdp ?? ''
}
