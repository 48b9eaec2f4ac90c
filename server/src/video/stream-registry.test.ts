import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import type { AddressOutcome } from '@vedette/devices/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { TestClock } from '../engines/clock.ts'
import { openSecretBox, Secret } from '../engines/secret-box.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'
import { StreamRegistry } from './stream-registry.ts'
import { Presences } from './presence.ts'
import type { StoredStream } from './stream-store.ts'
import { StreamStates } from './stream-states.ts'

describe.each(engines)('desired streams on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany

  beforeAll(async () => {
    gate = await TestGate.open(engine, { loopbackCameraPorts: [9] })
    company = await gate.app.company()
  })
  afterAll(() => gate.close())

  const desiredOf = (did: string) => gate.shards.desired.filter(({ key }) => key.split('/')[1] === did)

  describe('what the shards are to ingest', () => {
    it('is each stream of each device with its credentials, pinned to an address', async () => {
      const did = await gate.device(company, {
        hasSub: true,
        url: 'rtsp://localhost:9/cam',
        password: 'hunter22',
        how: { Transport: 'udp', Tls: 'verify' },
      })
      await expect.poll(() => desiredOf(did)).toHaveLength(2)
      expect(desiredOf(did).sort((a, b) => a.key.localeCompare(b.key))).toEqual(
        [
          ['main', 'rtsp://localhost:9/cam'],
          ['sub', 'rtsp://localhost:9/cam/sub'],
        ].map(([quality, url]) => ({
          stream: expect.any(Number),
          key: `${company.companyId}/${did}/0/${quality}`,
          url,
          username: 'camera',
          password: 'hunter22',
          transport: 'udp',
          tls: 'verify',
          connectHost: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        })),
      )
    })

    it('loses the streams of a device that is no camera any more, and gives the same number when it is one again', async () => {
      const did = await gate.device(company)
      const number = gate.streamOf(company, did)
      await gate.changeDevice(company, did, { dev_type: 7 })
      expect(desiredOf(did)).toEqual([])
      expect(gate.video.streams.find(company.companyId, did, 0, 'main')).toBeUndefined()
      expect(gate.video.presences.of(company.companyId, did)).toBeUndefined()
      await gate.changeDevice(company, did, { dev_type: 1 })
      expect(gate.streamOf(company, did)).toBe(number)
    })

    it('keeps the streams of other companies when one of them is read anew', async () => {
      const other = await gate.app.company()
      const [mine, theirs] = [await gate.device(company), await gate.device(other)]
      await gate.video.streams.refresh(company.companyId)
      expect([desiredOf(mine).length, desiredOf(theirs).length]).toEqual([1, 1])
      expect(gate.video.streams.find(company.companyId, theirs, 0, 'main')).toBeUndefined()
      expect(gate.video.presences.of(company.companyId, theirs)).toBeUndefined()
    })

    it('is read anew for the devices that changed, and for no others', async () => {
      const [one, other, gone] = [
        await gate.device(company),
        await gate.device(company),
        await gate.device(company),
      ]
      const { storage } = gate.app.platform
      const changed = storage.db.updateTable('device_stream').set({ url: 'rtsp://192.0.2.8/new' })
      await storage.write([
        changed.where('did', 'in', [one, other]),
        storage.db.deleteFrom('device').where('did', '=', gone),
      ])
      await gate.video.streams.refresh(company.companyId, [one, gone])
      expect(desiredOf(one).map(({ url }) => url)).toEqual(['rtsp://192.0.2.8:554/new'])
      expect(desiredOf(other).map(({ url }) => url)).toEqual([expect.stringContaining('192.0.2.7')])
      expect(desiredOf(gone)).toEqual([])
      expect(gate.video.presences.of(company.companyId, gone)).toBeUndefined()
      expect(gate.video.presences.of(company.companyId, other)).toBeDefined()
    })

    it('has all devices although the password of one does not open', async () => {
      const [broken, whole] = [await gate.device(company, { password: 'x' }), await gate.device(company)]
      await gate.changeDevice(company, broken, { secret_box: 'AAAA' })
      expect(desiredOf(broken)).toEqual([])
      expect(desiredOf(whole)).toHaveLength(1)
      expect(gate.video.states.of(gate.streamOf(company, broken))).toMatchObject({
        state: 'failed',
        reason: 'credentials',
      })
      expect(gate.takeBugs()).toEqual([expect.stringContaining(broken)])
    })
  })
})

async function registryOf(stored: readonly StoredStream[], check: (url: string) => Promise<AddressOutcome>) {
  const clock = new TestClock()
  const presences = new Presences(clock)
  const states = new StreamStates(clock, presences)
  const dialled: (string | undefined)[] = []
  const streams = new StreamRegistry({
    store: { streamsOf: async (_company, dids) => stored.filter(({ did }) => dids?.includes(did) ?? true) },
    secretBox: await openSecretBox('', new Secret(randomBytes(32).toString('base64'))),
    clock,
    presences,
    states,
    check,
    onDesired: (list) => dialled.splice(0, Infinity, ...list.map(({ connectHost }) => connectHost)),
    onError(error) {
      throw error
    },
  })
  const stateOf = (did: string) => states.of(streams.find('c', did, 0, 'main')?.number ?? 0)
  return { clock, states, streams, dialled, stateOf }
}

function cameraAt(url: string, did = 'CAM-0000001'): StoredStream {
  const place = { companyId: 'c', did, regionId: null, devType: 1, channel: 0, quality: 'main' } as const
  return { ...place, url, transport: 'auto', tls: 'any', username: null, box: null }
}

const located = (url: string, connectHost: string): AddressOutcome => ({
  ok: true,
  url,
  scheme: 'rtsp:',
  connectHost,
  port: 554,
})

describe('a resolver that is dead', () => {
  const late = Promise.withResolvers<AddressOutcome>()
  const check = async (url: string): Promise<AddressOutcome> => {
    if (url.includes('//lost.')) return late.promise
    return located(url, url.includes('//found.') ? '192.0.2.9' : '192.0.2.8')
  }

  it('delays no camera that is added beside one that it should find, and that one follows', async () => {
    const stored = [cameraAt('rtsp://lost.example:554/1')]
    const { clock, streams, dialled, stateOf } = await registryOf(stored, check)
    await streams.refresh()
    expect(stateOf('CAM-0000001')).toMatchObject({ state: 'loading', reason: 'connecting' })
    stored.push(cameraAt('rtsp://192.0.2.8:554/1', 'CAM-0000002'))
    await streams.refresh('c', ['CAM-0000002'])
    expect(dialled).toEqual(['192.0.2.8'])
    stored.push(cameraAt('rtsp://found.example:554/1', 'CAM-0000003'))
    await streams.refresh('c', ['CAM-0000003'])
    clock.advance(1000)
    await expect.poll(() => dialled).toEqual(['192.0.2.8', '192.0.2.9'])
    const heard: unknown[] = []
    streams.onChange((...scope) => heard.push(scope))
    late.resolve(located('rtsp://lost.example:554/1', '192.0.2.7'))
    await expect.poll(() => dialled).toContain('192.0.2.7')
    expect(heard).toEqual([['c', ['CAM-0000001']]])
    streams.close()
  })

  it('is not believed about a camera that has another address by the time it answers', async () => {
    const answers = new Map<string, PromiseWithResolvers<AddressOutcome>>()
    const ask = (url: string): Promise<AddressOutcome> => {
      const asked = Promise.withResolvers<AddressOutcome>()
      answers.set(url, asked)
      return asked.promise
    }
    const [was, is] = ['rtsp://was.example:554/1', 'rtsp://is.example:554/1']
    const stored = [cameraAt(was)]
    const { streams, dialled, stateOf } = await registryOf(stored, ask)
    await streams.refresh()
    stored[0] = cameraAt(is)
    await streams.refresh()
    answers.get(is)?.resolve(located(is, '192.0.2.2'))
    await expect.poll(() => dialled).toEqual(['192.0.2.2'])
    answers.get(was)?.resolve(located(was, '192.0.2.1'))
    await setImmediate()
    await streams.refresh()
    expect(dialled).toEqual(['192.0.2.2'])
    stored[0] = cameraAt('rtsp://nowhere.example:554/1')
    await streams.refresh()
    expect(dialled).toEqual([])
    answers.get('rtsp://nowhere.example:554/1')?.resolve({ ok: false, reason: 'unresolved', detail: '' })
    await expect.poll(() => stateOf('CAM-0000001')).toMatchObject({ state: 'failed', reason: 'unreachable' })
    streams.close()
  })
})

describe('a camera whose name leads to another address by now', () => {
  const names = { at: '192.0.2.7', asked: 0 }

  const check = async (url: string): Promise<AddressOutcome> => {
    names.asked++
    return names.at === '' ? { ok: false, reason: 'unresolved', detail: 'unknown' } : located(url, names.at)
  }

  async function opened() {
    names.at = '192.0.2.7'
    names.asked = 0
    const camera = cameraAt('rtsp://cam.example:554/1')
    const { clock, states, streams, dialled } = await registryOf([camera], check)
    await streams.refresh()
    await expect.poll(() => dialled).toEqual(['192.0.2.7'])
    const reported = (state: 'live' | 'reconnecting', reason: 'none' | 'unreachable') => {
      const media = { codec: '', width: 0, height: 0, fps: 0, kbps: 0, lost: 0 }
      const status = { state, reason, sinceMs: clock.now(), attempt: 1, ...media }
      states.evidence({ type: 'evidence', revision: 1, stream: 1, ...status })
    }
    return { clock, streams, dialled, reported }
  }

  it('is dialled there once it has been unreachable for a minute', async () => {
    const { clock, streams, dialled, reported } = await opened()
    reported('reconnecting', 'unreachable')
    names.at = '192.0.2.8'
    clock.advance(59_000)
    await streams.refresh()
    expect(names.asked).toBe(1)
    clock.advance(61_000)
    await streams.refresh()
    await expect.poll(() => dialled).toEqual(['192.0.2.8'])
    streams.close()
  })

  it('is dialled where it was while nobody knows the name, and stays there while it is live', async () => {
    const { clock, streams, dialled, reported } = await opened()
    reported('reconnecting', 'unreachable')
    names.at = ''
    clock.advance(121_000)
    await streams.refresh()
    expect(names.asked).toBeGreaterThan(1)
    expect(dialled).toEqual(['192.0.2.7'])
    const asked = names.asked
    reported('live', 'none')
    names.at = '192.0.2.8'
    clock.advance(121_000)
    await streams.refresh()
    expect([names.asked, dialled]).toEqual([asked, ['192.0.2.7']])
    streams.close()
  })
})
