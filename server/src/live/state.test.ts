import { deviceList } from '@vedette/contract/calls/device'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { leaveSockets } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'

let gate: TestGate
let company: TestCompany

beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
})
beforeEach(leaveSockets)
afterAll(() => gate.close())

describe('the state of a window', () => {
  async function watched() {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    const stream = gate.streamOf(company, did)
    await client.shown(0, did)
    gate.evidence(stream, 'live')
    return { client, did, stream }
  }

  it('says that a shard is restarting at once, and that the picture is back', async () => {
    const { client, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.shards.options.onState({ shard: 0, state: 'down', streams: [stream] })
    expect(await client.notice('state')).toMatchObject({ state: 'reconnecting', reason: 'shardRestarting' })
    gate.evidence(stream, 'live')
    expect(await client.notice('state')).toMatchObject({ state: 'live' })
  })

  it('is without a picture while nothing comes from the shard, and live again as it was', async () => {
    const { client, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    const sinceMs = gate.clock.now()
    gate.shards.options.onState({ shard: 0, state: 'silent', streams: [stream] })
    expect(await client.notice('state')).toMatchObject({
      state: 'reconnecting',
      reason: 'noPicture',
      sinceMs,
    })
    gate.shards.options.onState({ shard: 0, state: 'heard', streams: [stream] })
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

  it.each([
    ['has no picture that can be played', 'unsupportedCodec'],
    ['has sound alone', 'noVideo'],
    ['has a certificate that cannot be verified', 'certificate'],
  ] as const)('and the list of devices say that a camera %s', async (_what, reason) => {
    const { client, did, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.evidence(stream, 'reconnecting', reason, 1)
    expect(await client.notice('state')).toMatchObject({ state: 'failed', reason })
    const added = await gate.device(company)
    gate.evidence(gate.streamOf(company, added), 'reconnecting', reason, 1)
    gate.clock.advance(10_000)
    const { List } = await gate.app.ask(deviceList, { PageSize: 1000 }, company.token)
    for (const DID of [did, added])
      expect(List.find((device) => device.DID === DID)).toMatchObject({
        Presence: 2,
        Reason: reason,
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

  it('is sleeping when the device says so, and live when it sends pictures again', async () => {
    const { client, did, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.evidence(stream, 'reconnecting', 'closedByCamera', 1)
    const sinceMs = gate.clock.now()
    gate.video.presences.says(company.companyId, did, 'sleeping')
    gate.clock.advance(20_000)
    while ((await client.notice('state')).state !== 'sleeping');
    await client.settle()
    expect(client.rest.notices).toEqual([])
    expect(gate.video.states.of(stream)).toMatchObject({ state: 'sleeping', reason: 'none', sinceMs })
    gate.evidence(stream, 'live')
    expect(await client.notice('state')).toMatchObject({ state: 'live' })
  })

  it('is upgrading, since the device said so, while it sends no pictures', async () => {
    const { client, did, stream } = await watched()
    while ((await client.notice('state')).state !== 'live');
    gate.clock.advance(5000)
    const sinceMs = gate.clock.now()
    gate.video.presences.says(company.companyId, did, 'upgrading')
    await client.settle()
    expect(client.rest.notices).toEqual([])
    gate.clock.advance(4000)
    gate.evidence(stream, 'reconnecting', 'closedByCamera', 1)
    expect(await client.notice('state')).toMatchObject({ state: 'upgrading', sinceMs })
    gate.video.presences.says(company.companyId, did, 'awake')
    expect(await client.notice('state')).toMatchObject({ state: 'reconnecting' })
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

describe('what a window may choose from', () => {
  it('is each quality of its channel, with what its stream has shown', async () => {
    const did = await gate.device(company, { hasSub: true })
    const client = await gate.page(await gate.session(company))
    const [main, sub] = [gate.streamOf(company, did), gate.streamOf(company, did, 'sub')]
    await client.shown(0, did)
    const unseen = { codec: '', width: 0, height: 0, sound: false }
    expect(await client.offers()).toEqual([
      { quality: 'main', ...unseen },
      { quality: 'sub', ...unseen },
    ])
    const [h265, h264] = [
      { codec: 'hvc1.1.6.L120.90', width: 2560, height: 1440 },
      { codec: 'avc1.64001f', width: 640, height: 360 },
    ]
    gate.evidence(main, 'live', 'none', 0, h265)
    expect(await client.offers()).toMatchObject([{ ...h265 }, { codec: '' }])
    gate.evidence(sub, 'live', 'none', 0, h264)
    expect(await client.offers()).toMatchObject([{ ...h265 }, { ...h264 }])
    gate.publish(main, 'configuration', { hasAudio: true })
    expect(await client.offers()).toMatchObject([{ sound: true }, { sound: false }])
    // A session that ended takes nothing back.
    gate.evidence(main, 'reconnecting', 'stalled', 1)
    await client.settle()
    gate.evidence(sub, 'live', 'none', 0, { ...h264, width: 320, height: 180 })
    expect(await client.offers()).toMatchObject([{ ...h265, sound: true }, { width: 320 }])
  })
})
