import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'

describe.each(engines)('desired streams on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany

  beforeAll(async () => {
    gate = await TestGate.open(engine)
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
      expect(gate.ingest.streams.find(company.companyId, did, 0, 'main')).toBeUndefined()
      expect(gate.ingest.presences.of(company.companyId, did)).toBeUndefined()
      await gate.changeDevice(company, did, { dev_type: 1 })
      expect(gate.streamOf(company, did)).toBe(number)
    })

    it('keeps the streams of other companies when one of them is read anew', async () => {
      const other = await gate.app.company()
      const [mine, theirs] = [await gate.device(company), await gate.device(other)]
      await gate.ingest.streams.refresh(company.companyId)
      expect([desiredOf(mine).length, desiredOf(theirs).length]).toEqual([1, 1])
      expect(gate.ingest.streams.find(company.companyId, theirs, 0, 'main')).toBeUndefined()
      expect(gate.ingest.presences.of(company.companyId, theirs)).toBeUndefined()
    })

    it('has all devices although the password of one does not open', async () => {
      const [broken, whole] = [await gate.device(company, { password: 'x' }), await gate.device(company)]
      await gate.changeDevice(company, broken, { secret_box: 'AAAA' })
      expect(desiredOf(broken)).toEqual([])
      expect(desiredOf(whole)).toHaveLength(1)
      expect(gate.ingest.states.of(gate.streamOf(company, broken))).toMatchObject({
        state: 'failed',
        reason: 'credentials',
      })
      expect(gate.takeBugs()).toEqual([expect.stringContaining(broken)])
    })
  })
})
