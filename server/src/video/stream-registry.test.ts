import { randomBytes } from 'node:crypto'

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

describe('a camera whose name leads to another address by now', () => {
  const names = { at: '192.0.2.7', asked: 0 }

  const check = async (url: string): Promise<AddressOutcome> => {
    names.asked++
    if (names.at === '') return { ok: false, reason: 'unresolved', detail: 'unknown' }
    return { ok: true, url, scheme: 'rtsp:', connectHost: names.at, port: 554 }
  }

  async function opened() {
    names.at = '192.0.2.7'
    names.asked = 0
    const clock = new TestClock()
    const presences = new Presences(clock)
    const states = new StreamStates(clock, presences)
    const stored: StoredStream = {
      companyId: 'c',
      did: 'CAM-0000001',
      regionId: null,
      devType: 1,
      channel: 0,
      quality: 'main',
      url: 'rtsp://cam.example:554/1',
      transport: 'auto',
      tls: 'any',
      username: null,
      box: null,
    }
    const dialled: (string | undefined)[] = []
    const streams = new StreamRegistry({
      store: { streamsOf: async () => [stored] },
      secretBox: await openSecretBox('', new Secret(randomBytes(32).toString('base64'))),
      clock,
      presences,
      states,
      check,
      onDesired: (list) => dialled.push(...list.map(({ connectHost }) => connectHost)),
      onError(error) {
        throw error
      },
    })
    await streams.refresh()
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
    expect(dialled.at(-1)).toBe('192.0.2.8')
    streams.close()
  })

  it('is dialled where it was while nobody knows the name, and stays there while it is live', async () => {
    const { clock, streams, dialled, reported } = await opened()
    reported('reconnecting', 'unreachable')
    names.at = ''
    clock.advance(121_000)
    await streams.refresh()
    expect(names.asked).toBeGreaterThan(1)
    expect(dialled.at(-1)).toBe('192.0.2.7')
    const asked = names.asked
    reported('live', 'none')
    names.at = '192.0.2.8'
    clock.advance(121_000)
    await streams.refresh()
    expect([names.asked, dialled.at(-1)]).toEqual([asked, '192.0.2.7'])
    streams.close()
  })
})
