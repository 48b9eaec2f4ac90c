/** Windows of browsers that can't play H.265: docs/protocol.md, "Live". */
import { joinGroups } from '@vedette/contract/calls/account'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { leaveSockets, type LiveClient } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'

const H265 = { codec: 'hvc1.1.6.L93.B0', width: 640, height: 360 }
const H264 = { codec: 'avc1.64001f', width: 640, height: 360 }
const LINGER_MS = 10_000

let gate: TestGate
let company: TestCompany

async function open(transcodings: number): Promise<void> {
  gate = await TestGate.open('sqlite', { transcodings })
  company = await gate.app.company()
}
beforeEach(leaveSockets)
afterEach(() => gate.close())

/** A camera that is live and shows what it sends. */
async function camera(format = H265, region = company.rootGid): Promise<string> {
  const did = await gate.device(company, { region })
  gate.evidence(gate.streamOf(company, did), 'live', 'none', 0, format)
  return did
}

function convert(client: LiveClient, window: number, did: string): void {
  client.send({ type: 'subscribe', window, did, channel: 0, quality: 'main', convert: true })
}

describe('a converted stream', () => {
  it('is one for all who watch, and the window says that it is', async () => {
    await open(1)
    const did = await camera()
    const [one, other] = [
      await gate.page(await gate.session(company)),
      await gate.page(await gate.session(company)),
    ]
    convert(one, 0, did)
    const first = await one.notice('stream')
    expect(first).toMatchObject({ did, isConverted: true })
    expect(first.stream).not.toBe(gate.streamOf(company, did))
    convert(other, 5, did)
    expect((await other.notice('stream')).stream).toBe(first.stream)
    expect(gate.video.transcodings.count).toBe(1)
    expect((await one.notice('state')).state).toBe('live')
  })

  it('is not made of a camera that sends H.264 by now', async () => {
    await open(1)
    const did = await camera(H264)
    const client = await gate.page(await gate.session(company))
    convert(client, 0, did)
    const { stream, isConverted } = await client.notice('stream')
    expect(stream).toBe(gate.streamOf(company, did))
    expect(isConverted).toBeUndefined()
    expect(gate.video.transcodings.count).toBe(0)
  })

  it('waits while too many are converted, and plays by itself when one of them is closed', async () => {
    await open(1)
    const [first, second] = [await camera(), await camera()]
    const client = await gate.page(await gate.session(company))
    convert(client, 0, first)
    await client.notice('stream')
    convert(client, 1, second)
    let state = await client.notice('state')
    while (state.window !== 1) state = await client.notice('state')
    expect(state).toMatchObject({ state: 'failed', reason: 'transcodingBusy' })
    client.send({ type: 'unsubscribe', window: 0 })
    await client.settle()
    gate.clock.advance(LINGER_MS)
    expect(await client.notice('stream')).toMatchObject({ window: 1, did: second, isConverted: true })
  })

  it('makes room at once in the window that goes on to another camera', async () => {
    await open(1)
    const [first, second] = [await camera(), await camera()]
    const client = await gate.page(await gate.session(company))
    convert(client, 0, first)
    await client.notice('stream')
    convert(client, 0, second)
    expect(await client.notice('stream')).toMatchObject({ window: 0, did: second, isConverted: true })
    expect(gate.video.transcodings.count).toBe(1)
  })

  it('ends some seconds after its last viewer has gone', async () => {
    await open(2)
    const did = await camera()
    const client = await gate.page(await gate.session(company))
    convert(client, 0, did)
    await client.notice('stream')
    client.send({ type: 'unsubscribe', window: 0 })
    await client.settle()
    expect(gate.video.transcodings.count).toBe(1)
    gate.clock.advance(LINGER_MS)
    expect(gate.video.transcodings.count).toBe(0)
  })

  it('is none where the operator allows none', async () => {
    await open(0)
    const did = await camera()
    const client = await gate.page(await gate.session(company))
    convert(client, 0, did)
    expect(await client.notice('state')).toMatchObject({ state: 'failed', reason: 'transcodingUnavailable' })
  })

  it('goes with the right to its camera, watched or waited for', async () => {
    await open(1)
    const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
    const account = await gate.app.account(company, { realTimeVideo: [] }, [north, south])
    const [first, second] = [await camera(H265, north), await camera(H265, north)]
    const client = await gate.page(await gate.sessionOf(account.token))
    convert(client, 0, first)
    await client.notice('stream')
    convert(client, 1, second)
    let state = await client.notice('state')
    while (state.window !== 1) state = await client.notice('state')
    await gate.app.ask(
      joinGroups,
      { AccountID: account.accountId, AllRegions: false, GIDs: [south] },
      company.token,
    )
    expect(await client.notice('refused')).toMatchObject({ window: 0, code: '6004' })
    gate.clock.advance(LINGER_MS)
    expect(await client.notice('refused')).toMatchObject({ window: 1, code: '6004' })
    expect(gate.video.transcodings.count).toBe(0)
  })
})
