import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'

let gate: TestGate
let company: TestCompany

beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
})
afterAll(() => gate.close())

describe('the state of a window', () => {
  async function watched() {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    const stream = gate.streamOf(company, did)
    await client.shown(0, did)
    gate.evidence(stream, 'live')
    return { client, stream }
  }

  it('says that a shard is restarting at once, and that the picture is back', async () => {
    const { client, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.shards.options.onState({ shard: 0, state: 'down', streams: [stream] })
    expect(await client.notice('state')).toMatchObject({ state: 'reconnecting', reason: 'shardRestarting' })
    gate.evidence(stream, 'live')
    expect(await client.notice('state')).toMatchObject({ state: 'live' })
  })

  it('is reconnecting first, and offline when the device has been without media for 10 s', async () => {
    const { client, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    const lostAt = gate.clock.now()
    gate.evidence(stream, 'reconnecting', 'stalled', 1)
    expect(await client.notice('state')).toMatchObject({
      state: 'reconnecting',
      reason: 'stalled',
      attempt: 1,
    })
    gate.clock.advance(10_000)
    expect(await client.notice('state')).toMatchObject({
      state: 'offline',
      reason: 'stalled',
      sinceMs: lostAt,
    })
  })

  it('says that a shard is restarting of a device that was offline as well', async () => {
    const { client, stream } = await watched()
    gate.evidence(stream, 'reconnecting', 'stalled', 1)
    gate.clock.advance(10_000)
    while ((await client.notice('state')).state !== 'offline');
    gate.shards.options.onState({ shard: 0, state: 'down', streams: [stream] })
    expect(await client.notice('state')).toMatchObject({ state: 'reconnecting', reason: 'shardRestarting' })
  })

  it('is not told again when nothing changed', async () => {
    const { client, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.evidence(stream, 'live')
    gate.evidence(stream, 'live')
    await client.settle()
    expect(client.rest.notices).toEqual([])
  })

  it.each(['credentials', 'notFound'] as const)('is failed when the reason is %s', async (reason) => {
    const { client, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.evidence(stream, 'reconnecting', reason, 1)
    expect(await client.notice('state')).toMatchObject({ state: 'failed', reason })
  })

  it('is failed for an address that is not allowed, and no shard is told of it', async () => {
    const did = await gate.device(company)
    await gate.changeDevice(company, did, { url: 'rtsp://169.254.169.254/x' })
    const client = await gate.page(await gate.session(company))
    client.watch(0, did)
    expect(await client.notice('state')).toMatchObject({ state: 'failed', reason: 'addressRefused' })
    expect(gate.shards.desired.some(({ url }) => url.includes('169.254'))).toBe(false)
  })
})
