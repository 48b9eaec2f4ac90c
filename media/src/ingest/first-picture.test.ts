import { afterEach, expect, it } from 'vitest'

import { ManualTimers } from '../rtsp/testing/manual-timers.ts'
import { type ScriptedCamera, startScriptedCamera, usual } from '../rtsp/testing/scripted-camera.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import { footage } from '../testing/footage.ts'
import { RtspPeer } from '../testing/rtsp-peer.ts'
import { firstPicture } from './first-picture.ts'

const opened: (RtspPeer | ScriptedCamera)[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const target = (url: string) => ({ url, transport: 'tcp' as const })

it('the first key frame of a stream is a whole file of one picture, and the session ends with it', async () => {
  const peer = await RtspPeer.start(footage('plain'))
  opened.push(peer)
  const outcome = await firstPicture(target(peer.url), 60_000)
  if (!outcome.ok) throw new Error(outcome.end.detail)
  expect(outcome.picture).toMatchObject({ width: 160, height: 96 })
  expect(await ffprobe(outcome.picture.mp4)).toEqual({ pictures: [0], samples: 0, complaints: '' })
  expect(peer.plays).toBe(1)
})

it('of a camera that plays and sends nothing there is none', async () => {
  const peer = await startScriptedCamera(usual)
  opened.push(peer)
  const timers = new ManualTimers()
  const outcome = firstPicture(target(peer.url), 3000, timers)
  await peer.requested('PLAY')
  timers.advance(3000)
  expect(await outcome).toMatchObject({ ok: false, end: { reason: 'stalled' } })
  await peer.requested('TEARDOWN')
})

it('of a camera that refuses the login there is none, and why is said', async () => {
  const peer = await RtspPeer.start(footage('plain'))
  opened.push(peer)
  peer.refuseEveryone()
  const outcome = await firstPicture({ ...target(peer.url), username: 'admin', password: 'wrong' }, 60_000)
  expect(outcome).toMatchObject({ ok: false, end: { reason: 'credentials' } })
})
