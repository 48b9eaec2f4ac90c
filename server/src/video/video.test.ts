import { addByAddress } from '@vedette/contract/calls/device'
import { MESSAGE_TYPE } from '@vedette/media/live/message'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { expect, it } from 'vitest'

import { startTestApp } from '../testing/app.ts'
import type { Video } from './video.ts'

/** Resolves at the state that is looked for, which may be the present one. */
function stateOf({ states }: Video, stream: number, wanted: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = states.onChange(look)
    function look(): void {
      if (states.of(stream)?.state !== wanted) return
      stop()
      resolve()
    }
    look()
  })
}

/** Watches a stream; `next` resolves with the next key frame that comes. */
function keyFramesOf({ fanOut }: Video, stream: number) {
  let waiting = () => {}
  const frames = {
    epoch: 0,
    next: () => new Promise<void>((resolve) => (waiting = resolve)),
  }
  fanOut.join(stream, {
    send(_message, header) {
      if (header.type !== MESSAGE_TYPE.video || !header.isKey) return
      frames.epoch = header.epoch
      waiting()
    },
    bufferedBytes: () => 0,
  })
  return frames
}

it("shows a camera's pictures, says when the shard dies, and has them back by itself", async () => {
  const peer = await RtspPeer.start(footage('plain'))
  const app = await startTestApp({ hasShards: true, config: { trustedProxies: [] } })
  try {
    const { video } = app
    const { streams, states, presences } = video
    const company = await app.company()
    const body = { GID: company.rootGid, DevName: 'Peer', DevType: 1, Url: peer.url }
    const { DID } = await app.ask(addByAddress, body, company.token)
    const stream = streams.find(company.companyId, DID, 0, 'sub')?.number ?? 0
    const keyFrames = keyFramesOf(video, stream)
    await stateOf(video, stream, 'live')
    await keyFrames.next()
    expect(presences.of(company.companyId, DID)).toMatchObject({ presence: 1, reason: 'none' })

    const [pid = 0] = video.pids()
    process.kill(pid, 'SIGKILL')
    await stateOf(video, stream, 'reconnecting')
    expect(states.of(stream)).toMatchObject({ reason: 'shardRestarting' })
    expect(presences.of(company.companyId, DID)).toMatchObject({ presence: 1 })
    const before = keyFrames.epoch
    await stateOf(video, stream, 'live')
    await keyFrames.next()
    expect(keyFrames.epoch).not.toBe(before)
    expect(video.pids()).not.toContain(pid)
  } finally {
    await app.close()
    await peer.close()
  }
})
