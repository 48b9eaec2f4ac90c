import { readHeader } from '@vedette/media/live/message'
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

const summary = (message: Buffer) => {
  const header = readHeader(message)
  return header && [header.stream, header.type, header.sequence, header.isCached]
}

describe('a window', () => {
  it('is told its stream and state, then gets the media', async () => {
    const did = await gate.device(company)
    const stream = gate.streamOf(company, did)
    const client = await gate.page(await gate.session(company))
    client.watch(3, did)
    expect(await client.notice('stream')).toEqual({
      type: 'stream',
      window: 3,
      stream,
      did,
      channel: 0,
      quality: 'main',
    })
    expect(await client.notice('state')).toMatchObject({ window: 3, state: 'loading', reason: 'connecting' })
    expect(gate.shards.watched.has(stream)).toBe(true)
    gate.begin(stream)
    gate.evidence(stream, 'live')
    expect(summary(await client.media())).toEqual([stream, 1, 0, false])
    expect(summary(await client.media())).toEqual([stream, 2, 1, false])
    expect(summary(await client.media())).toEqual([stream, 2, 2, false])
    expect(await client.notice('state')).toMatchObject({
      window: 3,
      state: 'live',
      reason: 'none',
      attempt: 0,
    })
  })

  it('gets the main stream of a device that has no other', async () => {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    client.watch(0, did, 'sub')
    expect(await client.notice('stream')).toMatchObject({
      quality: 'main',
      stream: gate.streamOf(company, did),
    })
  })

  it('that joins another on the same stream gets the burst again, and the frames thereafter once', async () => {
    const did = await gate.device(company)
    const stream = gate.streamOf(company, did)
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    gate.begin(stream)
    for (let message = 0; message < 3; message++) await client.media()
    await client.shown(1, did)
    gate.publish(stream, 'video', { sequence: 3 })
    const received = []
    for (let message = 0; message < 4; message++) received.push(summary(await client.media()))
    expect(received).toEqual([
      [stream, 1, 0, false],
      [stream, 2, 1, true],
      [stream, 2, 2, true],
      [stream, 2, 3, false],
    ])
    await client.settle()
    expect(client.rest.media).toEqual([])
  })

  it('that leaves ends its stream for itself alone', async () => {
    const did = await gate.device(company)
    const stream = gate.streamOf(company, did)
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    await client.shown(1, did)
    client.send({ type: 'unsubscribe', window: 0 })
    await client.settle()
    gate.begin(stream)
    for (let message = 0; message < 3; message++) await client.media()
    client.send({ type: 'unsubscribe', window: 1 })
    await client.settle()
    gate.publish(stream, 'video', { sequence: 3 })
    await client.settle()
    expect(client.rest.media).toEqual([])
    gate.clock.advance(10_000)
    expect(gate.shards.watched.has(stream)).toBe(false)
  })

  it('that switches keeps its old stream until the first key frame of the new one was sent', async () => {
    const did = await gate.device(company, { hasSub: true })
    const [main, sub] = [gate.streamOf(company, did, 'main'), gate.streamOf(company, did, 'sub')]
    const client = await gate.page(await gate.session(company))
    expect(await client.shown(0, did, 'sub')).toMatchObject({ stream: sub })
    gate.begin(sub)
    expect(await client.shown(0, did, 'main')).toMatchObject({ window: 0, stream: main, quality: 'main' })
    gate.publish(sub, 'video', { sequence: 3 })
    gate.publish(main, 'configuration')
    gate.publish(sub, 'video', { sequence: 4 })
    gate.publish(main, 'video', { isKey: true, sequence: 1 })
    gate.publish(sub, 'video', { sequence: 5 })
    gate.publish(main, 'video', { sequence: 2 })
    await client.settle()
    expect(client.rest.media.map(summary).slice(3)).toEqual([
      [sub, 2, 3, false],
      [main, 1, 0, false],
      [sub, 2, 4, false],
      [main, 2, 1, false],
      [main, 2, 2, false],
    ])
  })

  it('that switches to a stream in the cache switches at once', async () => {
    const did = await gate.device(company, { hasSub: true })
    const [main, sub] = [gate.streamOf(company, did, 'main'), gate.streamOf(company, did, 'sub')]
    const [client, other] = [
      await gate.page(await gate.session(company)),
      await gate.page(await gate.session(company)),
    ]
    await other.shown(0, did, 'main')
    await client.shown(0, did, 'sub')
    gate.begin(main)
    gate.begin(sub)
    await client.shown(0, did, 'main')
    gate.publish(sub, 'video', { sequence: 3 })
    await client.settle()
    expect(client.rest.media.map(summary).slice(3)).toEqual([
      [main, 1, 0, false],
      [main, 2, 1, true],
      [main, 2, 2, true],
    ])
  })

  it('that is asked for the stream that it shows gets the burst again and goes on', async () => {
    const did = await gate.device(company)
    const stream = gate.streamOf(company, did)
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    gate.begin(stream)
    await client.shown(0, did)
    gate.clock.advance(10_000)
    gate.publish(stream, 'video', { sequence: 3 })
    await client.settle()
    expect(client.rest.media.map(summary).slice(3)).toEqual([
      [stream, 1, 0, false],
      [stream, 2, 1, true],
      [stream, 2, 2, true],
      [stream, 2, 3, false],
    ])
    client.send({ type: 'unsubscribe', window: 0 })
    await client.settle()
    gate.clock.advance(10_000)
    expect(gate.shards.watched.has(stream)).toBe(false)
  })

  it('obeys the last of the requests that were made in a row', async () => {
    const [first, last, other] = [
      await gate.device(company),
      await gate.device(company),
      await gate.device(company),
    ]
    const client = await gate.page(await gate.session(company))
    client.watch(0, first)
    client.send({ type: 'unsubscribe', window: 0 })
    client.watch(0, last)
    expect(await client.notice('stream')).toMatchObject({ did: last })
    client.watch(0, first)
    client.send({ type: 'unsubscribe', window: 0 })
    await client.shown(1, other)
    await client.shown(1, other)
    gate.begin(gate.streamOf(company, first))
    gate.begin(gate.streamOf(company, last))
    await client.settle()
    expect(client.rest.notices.filter(({ type }) => type === 'stream')).toEqual([])
    expect(client.rest.media).toEqual([])
  })
})

it('lets go of its streams when the page leaves', async () => {
  const did = await gate.device(company)
  const stream = gate.streamOf(company, did)
  const client = await gate.page(await gate.session(company))
  client.watch(0, did)
  await client.notice('stream')
  expect(gate.shards.watched.has(stream)).toBe(true)
  client.socket.close()
  await client.closed
  gate.clock.advance(10_000)
  expect(gate.shards.watched.has(stream)).toBe(false)
})
