import { auditList } from '@vedette/contract/calls/audit'
import { talkState, talkTo } from '@vedette/contract/calls/talk'
import type { TalkNotice } from '@vedette/contract/live'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { leaveSockets } from '../push/test-clients.ts'
import type { LiveClient } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'
import { PageTalk } from './page-talk.ts'

let gate: TestGate
let company: TestCompany

beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
})
beforeEach(leaveSockets)
afterAll(() => gate.close())

const SOUND = Buffer.alloc(160, 0x55)
const talkOfLast = (): number => gate.shards.talkCommands.at(-1)?.talk ?? 0

function shardSays(state: 'able' | 'open', talk = talkOfLast()): void {
  gate.shards.options.onTalk?.({ type: 'talk', talk, state, codec: 'pcmu', sampleRate: 8000 })
}

/** Asks to speak, and waits until the shard was told. */
async function asks(client: LiveClient, did: string): Promise<void> {
  const before = gate.shards.talkCommands.length
  client.send({ type: 'talk', did, channel: 0 })
  await expect.poll(() => gate.shards.talkCommands.length).toBe(before + 1)
}

async function speaking(did: string, client?: LiveClient): Promise<LiveClient> {
  const speaker = client ?? (await gate.page(await gate.session(company)))
  await asks(speaker, did)
  shardSays('open')
  expect(await speaker.notice('talk')).toMatchObject({ state: 'open', did, codec: 'pcmu', sampleRate: 8000 })
  return speaker
}

describe('talking to a device', () => {
  it('goes to its shard as it is said, and is on record before it is heard', async () => {
    const did = await gate.device(company)
    const speaker = await speaking(did)
    const talk = talkOfLast()
    const stream = gate.streamOf(company, did)
    expect(gate.shards.talkCommands.at(-1)).toEqual({ type: 'talk', talk, stream, act: 'open' })
    speaker.socket.send(SOUND)
    await expect.poll(() => gate.shards.spoken.at(-1)).toEqual({ talk, sound: SOUND })
    const { List } = await gate.app.ask(auditList, { Paths: [talkTo.path] }, company.token)
    expect(List[0]).toMatchObject({ Path: talkTo.path, Targets: [expect.objectContaining({ ID: did })] })
    speaker.send({ type: 'hush' })
    await expect.poll(() => gate.shards.talkCommands.at(-1)).toEqual({ type: 'talk', talk, act: 'close' })
  })

  it('is for one at a time: the second hears who speaks, and may once the first is done', async () => {
    const did = await gate.device(company)
    const first = await speaking(did)
    const second = await gate.page(await gate.session(company))
    second.send({ type: 'talk', did, channel: 0 })
    expect(await second.notice('talk')).toMatchObject({ state: 'over', reason: 'busy', by: 'boss' })
    const talk = talkOfLast()
    first.socket.close()
    await expect.poll(() => gate.shards.talkCommands.at(-1)).toEqual({ type: 'talk', talk, act: 'close' })
    await speaking(did, second)
  })

  it('ends when nothing is said, when the shard dies and when the right is taken away', async () => {
    const did = await gate.device(company)
    const speaker = await speaking(did)
    gate.clock.advance(10_000)
    expect(await speaker.notice('talk')).toMatchObject({ state: 'over', reason: 'silent' })
    await speaking(did, speaker)
    const stream = gate.streamOf(company, did)
    gate.shards.options.onState({ shard: 0, state: 'down', streams: [stream] })
    expect(await speaker.notice('talk')).toMatchObject({ state: 'over', reason: 'unreachable' })
    await speaking(did, speaker)
    await gate.removeDevice(company, did)
    expect(await speaker.notice('talk')).toMatchObject({ state: 'over', reason: 'refused' })
  })

  it('to a device without a loudspeaker, or one that is not one’s own, is refused', async () => {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    await asks(client, did)
    const talk = talkOfLast()
    gate.shards.options.onTalk?.({ type: 'talk', talk, state: 'over', reason: 'unsupportedCodec' })
    expect(await client.notice('talk')).toMatchObject({ state: 'over', reason: 'noLoudspeaker' })
    const foreign = await gate.device(await gate.app.company())
    client.send({ type: 'talk', did: foreign, channel: 0 })
    expect(await client.notice('talk')).toMatchObject({ state: 'over', reason: 'refused', did: foreign })
  })

  it('is refused to those who lose the right while it is put on record', async () => {
    const own = await gate.app.company()
    const did = await gate.device(own)
    const { sessionId } = await gate.session(own)
    const told: TalkNotice[] = []
    const commands = gate.shards.talkCommands.length
    const talk = new PageTalk({
      sessionId,
      authority: gate.app.platform.authority,
      talks: gate.video.talks,
      tell: (notice) => void told.push(notice),
      async spoke() {
        await gate.takeRights(own)
        await talk.recheck()
      },
    })
    await talk.begin({ did, channel: 0 })
    expect(told).toEqual([{ type: 'talk', state: 'over', did, channel: 0, reason: 'refused', by: '' }])
    expect(gate.shards.talkCommands).toHaveLength(commands)
  })

  it('needs the page of live video', async () => {
    const did = await gate.device(company)
    const other = await gate.page(await gate.session(company, { pages: ['deviceMap'] }))
    other.send({ type: 'talk', did, channel: 0 })
    expect(await other.notice('talk')).toMatchObject({ state: 'over', reason: 'refused' })
  })

  it('is asked of the device once, and told to all', async () => {
    const did = await gate.device(company)
    const asked = gate.app.ask(talkState, { DID: did }, company.token)
    await expect.poll(() => gate.shards.talkCommands.at(-1)).toMatchObject({ act: 'ask' })
    shardSays('able')
    expect(await asked).toEqual({ CanTalk: true, Codec: 'pcmu', Speaker: '' })
    const commands = gate.shards.talkCommands.length
    await speaking(did)
    expect(await gate.app.ask(talkState, { DID: did }, company.token)).toMatchObject({ Speaker: 'boss' })
    expect(gate.shards.talkCommands.length).toBe(commands + 1)
  })

  it('more than anybody says in the time closes the socket', async () => {
    const speaker = await speaking(await gate.device(company))
    for (let i = 0; i < 600; i++) speaker.socket.send(SOUND)
    expect(await speaker.closed).toBe(1008)
  })
})
