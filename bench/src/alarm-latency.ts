/**
 * How long until a guard sees it, in the open page of a browser: a doorbell's press with its picture, and motion and a person
 * in real footage that GStreamer's RTSP server plays, from the moment when the frame has left in which the labels begin.
 * `--minutes N` of footage, a person each; `--times N` the bell is pressed. Peer: Debian's `motion` on the same stream.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import { addByAddress } from '@vedette/contract/calls/device'
import { setDeviceNoticeConfig } from '@vedette/contract/calls/device-config'
import { getGroupList } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import { clipPath, hasFootage } from '@vedette/vision/testing/footage'
import type { Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { startProcess } from '../../e2e/src/support/process.ts'
import { enterOnPage, logIn, replied } from '../../e2e/src/support/session.ts'
import { startSimulator } from '../../e2e/src/support/simulator.ts'
import { flag } from './flags.ts'
import { hasMotion, watchWithMotion } from './motion-peer.ts'
import { pause, quantile } from './statistics.ts'

const CYCLES = flag('minutes', 5)
const RINGS = flag('times', 30)
const DOORBELL = 6
/** Four look for motion, four for people; `motion` has a ninth. */
const CAMERAS = 8
const CLIP = 'onebyone_a'
const FPS = 10
/** An empty stretch of the clip, again and again, then the first person passes: frame 60 is the first with a person. */
const [EMPTY_FROM, EMPTY_TO, PASSED] = [18, 58, 198]
const REPEATS = 11
const FIRST = (EMPTY_TO - EMPTY_FROM) * REPEATS + 60 - EMPTY_TO
const EVERY = (EMPTY_TO - EMPTY_FROM) * REPEATS + PASSED - EMPTY_TO
/** Later than this it is another event. */
const LATEST_MS = 15_000
const RING_S = 1.5

interface Sight {
  did: string
  eid: string
  /** When it stood in the page, and when its picture did. */
  shownMs: number
  paintedMs: number
}

export async function benchAlarmLatency(): Promise<void> {
  const rows = [row('doorbell pressed → notice, with picture', await rings(), 500)]
  if (hasFootage) rows.push(...(await detections()))
  else console.log('no footage beside the repository (../shared/footage): nothing of motion and people')
  console.log('\nalarms: ms until they stand in the page')
  console.table(rows)
}

async function rings(): Promise<number[]> {
  const simulator = await startSimulator(DOORBELL)
  const platform = await startPlatform({ VEDETTE_DEMO: '0' })
  const browser = await launchBrowser()
  try {
    const token = await logIn(platform.address)
    const { List } = await replied(platform.address, token, getGroupList, {})
    const { DID } = await replied(platform.address, token, addByAddress, {
      GID: List[0]?.GID ?? '',
      DevName: 'Door',
      DevType: devTypeNumber('singleDoorbell'),
      Url: simulator.devices.find(({ number }) => number === DOORBELL)?.onvifUrl ?? '',
      Username: simulator.username,
      Password: simulator.password,
    })
    const page = await browser.newPage({ locale: 'en-US' })
    await watchNotices(page, platform.address)
    await pause(10)
    const took: number[] = []
    for (let ring = 0; ring < RINGS; ring++) {
      const pressedMs = Date.now()
      await simulator.ring(DOORBELL)
      await pause(RING_S)
      const seen = (await sights(page)).find(({ did, shownMs }) => did === DID && shownMs >= pressedMs)
      took.push(seen && seen.paintedMs > 0 ? seen.paintedMs - pressedMs : Infinity)
      await page.getByRole('button', { name: 'Close alarm notices' }).click()
    }
    return took
  } finally {
    await browser.close()
    await platform.stop()
    await simulator.stop()
  }
}

async function detections() {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-latency-'))
  const clip = join(folder, 'clip.mp4')
  makeClip(clip)
  const script = join(import.meta.dirname, 'clip-cameras.py')
  const cameras = startProcess('/usr/bin/python3', [
    script,
    clip,
    String(CAMERAS + 1),
    String(FIRST),
    String(EVERY),
  ])
  const [, port] = await cameras.line(/^port (\d+)$/)
  const url = (camera: number): string => `rtsp://127.0.0.1:${port}/${camera}`
  const platform = await startPlatform({ VEDETTE_DEMO: '0' })
  const browser = await launchBrowser()
  try {
    const token = await logIn(platform.address)
    const page = await browser.newPage({ locale: 'en-US' })
    await watchNotices(page, platform.address)
    const { List } = await replied(platform.address, token, getGroupList, {})
    const dids: string[] = []
    for (let camera = 0; camera < CAMERAS; camera++) {
      const about = { GID: List[0]?.GID ?? '', DevName: `Camera ${camera}`, DevType: 1, Url: url(camera) }
      const { DID } = await replied(platform.address, token, addByAddress, about)
      const what = isForMotion(camera) ? { MotionDetection: true } : { HumanDetection: true }
      await replied(platform.address, token, setDeviceNoticeConfig, { DID, Alarm: { ...NO_ALARMS, ...what } })
      dids.push(DID)
      // In turn, as alarms are: the page shows the latest few.
      await pause(EVERY / FPS / CAMERAS)
    }
    const peer = hasMotion ? await watchWithMotion(url(CAMERAS)) : undefined
    await pause((CYCLES * EVERY) / FPS + 15)
    const seen = await sights(page)
    const sent = [...cameras.output().matchAll(/^sent (\d+) (\d+)$/gm)].map(([, camera, ms]) => ({
      camera: Number(camera),
      ms: Number(ms),
    }))
    const started = (await peer?.stop()) ?? []
    const after = (times: readonly number[], ms: number): number =>
      (times.find((it) => it >= ms && it < ms + LATEST_MS) ?? Infinity) - ms
    const ofCameras = (isWanted: (camera: number) => boolean): number[] =>
      sent
        .filter(({ camera }) => camera < CAMERAS && isWanted(camera))
        .map(({ camera, ms }) =>
          after(
            seen.filter(({ did }) => did === dids[camera]).map(({ shownMs }) => shownMs),
            ms,
          ),
        )
    const rows = [
      row('first frame with motion → notice', ofCameras(isForMotion), 1000),
      row(
        'first frame with a person → notice',
        ofCameras((camera) => !isForMotion(camera)),
        1500,
      ),
    ]
    const beside = sent.filter(({ camera }) => camera === CAMERAS).map(({ ms }) => after(started, ms))
    if (peer) rows.push(row("the same frame → Debian's motion says so", beside))
    return rows
  } finally {
    await browser.close()
    await platform.stop()
    await cameras.stop('SIGKILL')
    await rm(folder, { recursive: true })
  }
}

const isForMotion = (camera: number): boolean => camera % 2 === 0

/** As often as a camera plays it, in one file: no camera begins anew. */
function makeClip(path: string): void {
  const part = (from: number, to: number): string =>
    `trim=start_frame=${from}:end_frame=${to},setpts=PTS-STARTPTS`
  const size = EMPTY_TO - EMPTY_FROM
  const cycle = `[0]split[a][b];[a]${part(EMPTY_FROM, EMPTY_TO)},loop=${REPEATS - 1}:${size}:0,setpts=N/${FPS}/TB[x];[b]${part(EMPTY_TO, PASSED)}[y];[x][y]concat`
  const all = `${cycle},fps=${FPS},loop=${CYCLES - 1}:${EVERY}:0,setpts=N/${FPS}/TB`
  const encoded = '-c:v libx264 -preset veryfast -tune zerolatency -g 20 -bf 0'.split(' ')
  execFileSync('ffmpeg', ['-v', 'error', '-i', clipPath(CLIP), '-filter_complex', all, ...encoded, path])
}

async function watchNotices(page: Page, address: string): Promise<void> {
  await enterOnPage(page, address)
  await page.goto(`${address}#/albumManager`)
  await page.evaluate(noteSights)
}

/** Runs in the page: when each notice has been painted, and the picture in it. */
function noteSights(): void {
  const seen = new Map<string, Sight>()
  Object.assign(window, { sights: seen })
  const look = (): void => {
    for (const notice of document.querySelectorAll<HTMLElement>('.alarm-notice')) {
      const { eid = '', did = '' } = notice.dataset
      const sight = seen.get(eid) ?? { eid, did, shownMs: Date.now(), paintedMs: 0 }
      const picture = notice.querySelector('img')
      if (sight.paintedMs === 0 && picture?.complete && picture.naturalWidth > 0) sight.paintedMs = Date.now()
      seen.set(eid, sight)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const sights = (page: Page): Promise<Sight[]> =>
  page.evaluate(() => [...(window as unknown as { sights: Map<string, Sight> }).sights.values()])

function row(what: string, times: readonly number[], wanted?: number) {
  const whole = (part: number): number => Math.round(quantile(times, part))
  const missed = times.filter((it) => it === Infinity).length
  return { what, times: times.length, missed, p50: whole(0.5), p95: whole(0.95), 'p95 wanted': wanted ?? '' }
}
