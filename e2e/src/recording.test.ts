import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { deviceList } from '@vedette/contract/calls/device'
import { recordStorage, recordTimeline } from '@vedette/contract/calls/record'
import { recordPictureUrl, replayUrl } from '@vedette/contract/calls/replay'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn } from './support/session.ts'

const WAIT = { timeout: 90_000, interval: 500 }
let platform: Platform

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2' })
})

afterAll(async () => {
  await platform?.stop()
})

test('what a camera shows is recorded from the start, and read as a timeline, as footage and as a picture', async () => {
  const token = await logIn(platform.address)
  const { List } = deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
  const DID = List.find((device) => device.HasSub)?.DID ?? ''
  const now = Date.now()
  const range = { From: now - 3_600_000, To: now + 3_600_000 }
  const spans = await vi.waitFor(async () => {
    const body = { Streams: [{ DID }], ...range }
    const reply = recordTimeline.reply.parse((await ask(platform.address, token, recordTimeline, body)).BODY)
    const found = reply.List[0]?.Spans ?? []
    expect((found[1] ?? 0) - (found[0] ?? 0)).toBeGreaterThan(6000)
    return found
  }, WAIT)
  const [from = 0] = spans

  const file = { DID, From: from + 1500, To: from + 5500, Form: 'file' as const }
  const { Parts } = replayUrl.reply.parse((await ask(platform.address, token, replayUrl, file)).BODY)
  expect(Parts).toHaveLength(1)
  const footage = await bytesAt(Parts[0]?.Url ?? '')
  const { complaints, shownS, longestS } = await decoded(footage)
  expect(complaints).toBe('')
  // To a picture at each end, since the decoder shows none for a part of its time.
  expect(Math.abs(shownS - 4)).toBeLessThan(2 * longestS + 0.01)

  const picture = { DID, At: from + 3000, Format: 'jpeg' as const }
  const answer = await ask(platform.address, token, recordPictureUrl, picture)
  const { Url } = recordPictureUrl.reply.parse(answer.BODY)
  const jpeg = await bytesAt(Url)
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')

  const storage = recordStorage.reply.parse((await ask(platform.address, token, recordStorage, {})).BODY)
  expect(storage).toMatchObject({ State: 'ok', Clock: 'trusted' })
})

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(new URL(url, platform.address))
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** What ffmpeg says of a file, how long its pictures show, and how long the longest of them. */
async function decoded(file: Buffer): Promise<{ complaints: string; shownS: number; longestS: number }> {
  const child = spawn('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-map', '0:v', '-f', 'framecrc', '-'])
  child.stdin.on('error', () => {
    // It has had enough: what it says then is the finding.
  })
  child.stdin.end(file)
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  const base = /#tb 0: (\d+)\/(\d+)/.exec(said)
  const rows = said.split('\n').filter((line) => line.startsWith('0,'))
  const times = rows.map((line) => Number(line.split(',')[2]))
  const ticks = Math.max(...times) - Math.min(...times)
  const step = ticks / Math.max(1, times.length - 1)
  const longest = Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? time)))
  const seconds = (of: number): number => (of * Number(base?.[1])) / Number(base?.[2])
  return { complaints, shownS: seconds(ticks + step), longestS: seconds(longest) }
}
