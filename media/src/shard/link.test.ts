import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { framePrefix } from '../feed/frames.ts'
import type { DesiredStream, Evidence } from '../feed/messages.ts'
import { systemClock } from '../ingest/clock.ts'
import { readHeader } from '../live/message.ts'
import type { LiveHeader } from '../live/message.ts'
import { footage } from '../testing/footage.ts'
import { RtspPeer } from '../testing/rtsp-peer.ts'
import { startShards } from './link.ts'
import type { ShardChange, Shards } from './link.ts'

let peer: RtspPeer
let shards: Shards
let headers: LiveHeader[]
let evidence: Evidence[]
let changes: ShardChange[]
let awaited: { isMet: () => boolean; resolve: () => void }[]

function changed(): void {
  for (const { isMet, resolve } of awaited) if (isMet()) resolve()
}

/** Resolves when something that came from a shard has made it true. */
function until(isMet: () => boolean): Promise<void> {
  if (isMet()) return Promise.resolve()
  return new Promise((resolve) => awaited.push({ isMet, resolve }))
}

async function start(count = 1): Promise<void> {
  shards = await startShards({
    count,
    clock: systemClock,
    onMessage(message) {
      const header = readHeader(message)
      if (header) headers.push(header)
      changed()
    },
    onEvidence(one) {
      evidence.push(one)
      changed()
    },
    onState(change) {
      changes.push(change)
      changed()
    },
  })
}

beforeEach(async () => {
  headers = []
  evidence = []
  changes = []
  awaited = []
  peer = await RtspPeer.start(footage('plain'))
})

afterEach(async () => {
  await shards.close()
  await peer.close()
})

function camera(stream: number, more: Partial<DesiredStream> = {}): DesiredStream {
  return {
    stream,
    key: `camera ${stream}`,
    url: peer.url,
    username: '',
    password: '',
    transport: 'tcp',
    ...more,
  }
}

const isLive = (stream: number) => () => evidence.findLast((one) => one.stream === stream)?.state === 'live'
const pictures = (stream: number) => headers.filter((header) => header.stream === stream && header.type === 2)

describe('a shard', () => {
  it('ingests what it is told to and sends what is watched, from the key frame on', async () => {
    await start()
    shards.setDesired([camera(1), camera(2)])
    await until(() => isLive(1)() && isLive(2)())
    expect(headers).toEqual([])
    shards.watch(2)
    await until(() => pictures(2).length >= 30)
    expect(pictures(1)).toEqual([])
    expect(headers[0]?.type).toBe(1)
    expect(headers[1]).toMatchObject({ type: 2, isKey: true, isCached: true })
    expect(headers.map(({ sequence }) => sequence)).toEqual(headers.map((_, at) => at))
  })

  it('restarts only the stream whose address or credentials changed', async () => {
    await start()
    shards.setDesired([camera(1), camera(2)])
    await until(() => isLive(1)() && isLive(2)())
    shards.setDesired([camera(1), camera(2, { username: 'admin', password: 'other' })])
    await until(() => evidence.at(-1)?.stream === 2 && evidence.at(-1)?.revision === 2 && isLive(2)())
    expect(peer.plays).toBe(3)
    expect(evidence.filter(({ stream, revision }) => stream === 1 && revision === 2)).toEqual([])
  })

  it('sends nothing of a camera that went while it was watched and came back when nobody watches', async () => {
    await start()
    shards.setDesired([camera(1), camera(2)])
    shards.watch(1)
    shards.watch(2)
    await until(() => pictures(1).length > 0 && pictures(2).length > 0)
    shards.setDesired([camera(2)])
    shards.unwatch(1)
    shards.setDesired([camera(1), camera(2)])
    await until(() => evidence.some(({ stream, revision }) => stream === 1 && revision === 3) && isLive(1)())
    const [before, of2] = [pictures(1).length, pictures(2).length]
    await until(() => pictures(2).length >= of2 + 30)
    expect(pictures(1)).toHaveLength(before)
  })

  it('sends a camera that went and came back to those who go on watching it, after a kill as well', async () => {
    await start()
    shards.setDesired([camera(1), camera(2)])
    shards.watch(1)
    await until(() => pictures(1).length > 0)
    shards.setDesired([camera(2)])
    shards.setDesired([camera(1), camera(2)])
    const epoch = headers.at(-1)?.epoch
    await until(() => pictures(1).at(-1)?.epoch !== epoch)
    const [pid = 0] = shards.pids()
    process.kill(pid, 'SIGKILL')
    const before = headers.length
    await until(() => headers.length >= before + 5 && changes.at(-1)?.state === 'running')
    expect(pictures(2)).toEqual([])
  })

  it('is started again when it is killed, and the pictures come back under the same number', async () => {
    await start()
    shards.setDesired([camera(7)])
    shards.watch(7)
    await until(() => pictures(7).length > 0)
    const [pid = 0] = shards.pids()
    process.kill(pid, 'SIGKILL')
    await until(() => changes.at(-1)?.state === 'down')
    expect(changes.at(-1)).toEqual({ shard: 0, state: 'down', streams: [7] })
    const before = headers.length
    const lastEpoch = headers.at(-1)?.epoch ?? 0
    await until(() => headers.length >= before + 5)
    expect(shards.pids()).not.toContain(pid)
    expect(headers[before]).toMatchObject({ type: 1, stream: 7 })
    expect(headers.slice(before).every(({ epoch }) => epoch !== lastEpoch)).toBe(true)
  })

  it('is said to be silent while it stands still, and heard again after', async () => {
    await start()
    shards.setDesired([camera(7)])
    await until(isLive(7))
    const [pid = 0] = shards.pids()
    process.kill(pid, 'SIGSTOP')
    await until(() => changes.at(-1)?.state === 'silent')
    expect(changes.at(-1)).toEqual({ shard: 0, state: 'silent', streams: [7] })
    process.kill(pid, 'SIGCONT')
    await until(() => changes.at(-1)?.state === 'heard')
    expect(shards.pids()).toEqual([pid])
  })

  it('ends with its parent', async () => {
    await start(2)
    expect(shards.pids()).toEqual([])
    // Their keys go to two shards.
    shards.setDesired([camera(1), camera(4)])
    await until(() => changes.filter(({ state }) => state === 'running').length === 2)
    const pids = shards.pids()
    expect(pids).toHaveLength(2)
    await shards.close()
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

describe('the feed of the shards', () => {
  let temporary: string

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'feed-test-'))
    vi.stubEnv('TMPDIR', temporary)
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(temporary, { recursive: true })
  })

  it('hangs up on anyone who has no token', async () => {
    await start()
    shards.setDesired([camera(1)])
    const [folder = ''] = readdirSync(temporary)
    expect(statSync(join(temporary, folder)).mode & 0o777).toBe(0o700)
    const stranger = connect(join(temporary, folder, 'feed'))
    const hello = Buffer.from(JSON.stringify({ type: 'hello', token: '0'.repeat(64), pid: 1 }))
    stranger.write(Buffer.concat([framePrefix(0, hello.length), hello]))
    await once(stranger.resume(), 'close')
    await until(() => changes.some(({ state }) => state === 'running'))
    await shards.close()
    expect(readdirSync(temporary)).toEqual([])
  })
})
