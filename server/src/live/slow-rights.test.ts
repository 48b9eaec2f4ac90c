/** A wall whose rights take their time to be checked: what is asked, and what changes, meanwhile. */
import { joinGroups } from '@vedette/contract/calls/account'
import { readHeader } from '@vedette/media/live/message'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { leaveSockets } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'
import { type GateNotice, Wall } from './wall.ts'

let gate: TestGate
let company: TestCompany
beforeAll(async () => {
  gate = await TestGate.open()
})
beforeEach(async () => {
  leaveSockets()
  company = await gate.app.company()
})
afterAll(() => gate.close())

/** A wall of the test's own on the platform's streams. Each verdict waits until it is let go, where that is said. */
function wallOf(sessionId: string, waiting = 0) {
  const { authority } = gate.app.platform
  const { streams, states, fanOut, transcodings } = gate.video
  const told: GateNotice[] = []
  const media: Buffer[] = []
  const held: (() => void)[] = []
  const wakes: (() => void)[] = []
  const self = { told, media, isSlow: false, checked: 0, record: async () => {} }
  const slow: Pick<typeof authority, 'authorize' | 'principalOf'> = {
    principalOf: (id) => authority.principalOf(id),
    async authorize(...question) {
      self.checked++
      try {
        await authority.authorize(...question)
      } finally {
        if (self.isSlow)
          await new Promise<void>((resolve) => {
            held.push(resolve)
            for (const wake of wakes.splice(0)) wake()
          })
      }
    },
  }
  const wall = new Wall(
    sessionId,
    { authority: slow, streams, states, fanOut, transcodings, nowMs: () => gate.clock.now() },
    {
      tell: (notice) => void told.push(notice),
      media: (message) => void media.push(message),
      bufferedBytes: () => waiting,
      lostRight: () => {},
      watched: () => self.record(),
      sleeps: () => {},
    },
  )
  const isHeld = async (): Promise<void> => {
    while (held.length === 0) await new Promise<void>((resolve) => wakes.push(resolve))
  }
  return Object.assign(self, {
    wall,
    /** Resolves while a verdict waits. */
    isHeld,
    /** Lets the oldest verdict go, now or when it has come so far. */
    async letGo() {
      await isHeld()
      held.shift()?.()
    },
    show: (window: number, did: string, quality: 'main' | 'sub' = 'main') =>
      wall.subscribe({ type: 'subscribe', window, did, channel: 0, quality }),
    of: (...types: GateNotice['type'][]) => told.filter(({ type }) => types.includes(type)),
  })
}

const open = async (token = company.token, waiting = 0) => {
  const { sessionId } = await gate.app.platform.authority.authenticate(token)
  return wallOf(sessionId, waiting)
}

describe('while a window is checked', () => {
  it('its person may lose the rights: what was found before that does not count', async () => {
    const did = await gate.device(company)
    const page = await open()
    page.isSlow = true
    const shown = page.show(0, did)
    await page.isHeld()
    await gate.takeRights(company)
    await page.wall.recheck()
    page.isSlow = false
    await page.letGo()
    await shown
    expect(page.told).toEqual([{ type: 'refused', window: 0, code: '5059' }])
    expect(gate.shards.watched.has(gate.streamOf(company, did))).toBe(false)
  })

  it('nothing is counted as shown', async () => {
    const page = await open()
    page.isSlow = true
    const shown = page.show(0, await gate.device(company))
    expect(page.wall.windows).toBe(0)
    await page.letGo()
    await shown
    expect(page.wall.windows).toBe(1)
  })

  it('something else may be asked of it, which is what it gets', async () => {
    const [first, last] = [await gate.device(company), await gate.device(company)]
    const page = await open()
    page.isSlow = true
    const both = [page.show(0, first), page.show(0, last)]
    await page.letGo()
    await page.letGo()
    await Promise.all(both)
    expect(page.of('stream', 'refused')).toEqual([expect.objectContaining({ type: 'stream', did: last })])
  })

  it('the page may leave: no camera is asked for what nobody sees', async () => {
    const did = await gate.device(company)
    const page = await open()
    page.isSlow = true
    const shown = page.show(0, did)
    page.wall.close()
    await page.letGo()
    await shown
    expect(page.told).toEqual([])
    expect(gate.shards.watched.has(gate.streamOf(company, did))).toBe(false)
  })
})

describe('what somebody begins to watch', () => {
  it('is not shown before it is on record', async () => {
    const did = await gate.device(company)
    const stream = gate.streamOf(company, did)
    gate.begin(stream)
    const page = await open()
    const [asked, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    page.record = async () => {
      asked.resolve()
      await stored.promise
    }
    const shown = page.show(0, did)
    await asked.promise
    gate.begin(stream, 2)
    expect([page.told, page.media, gate.shards.watched.has(stream)]).toEqual([[], [], false])
    stored.resolve()
    await shown
    gate.begin(stream, 3)
    expect([page.of('stream').length, page.media.length]).toEqual([1, 3])
  })

  it('is not shown at all when it cannot be put on record', async () => {
    const did = await gate.device(company)
    const page = await open()
    page.record = () => Promise.reject(new Error('the disk is full'))
    await expect(page.show(0, did)).rejects.toThrow('the disk is full')
    gate.begin(gate.streamOf(company, did))
    expect([page.told, page.media]).toEqual([[], []])
  })

  it('is refused to those who lose the right while it is put on record', async () => {
    const did = await gate.device(company)
    const page = await open()
    page.record = async () => {
      await gate.takeRights(company)
      await page.wall.recheck()
    }
    await page.show(0, did)
    expect(page.told).toEqual([{ type: 'refused', window: 0, code: '5059' }])
    expect(gate.shards.watched.has(gate.streamOf(company, did))).toBe(false)
  })

  it('is not on record when something else was asked for before it was checked', async () => {
    const [first, last] = [await gate.device(company), await gate.device(company)]
    const page = await open()
    let records = 0
    page.record = async () => void records++
    page.isSlow = true
    const both = [page.show(0, first), page.show(0, last)]
    await page.letGo()
    await page.letGo()
    await Promise.all(both)
    expect(records).toBe(1)
  })
})

describe('while a window is checked anew', () => {
  async function guardOf(region: string) {
    return gate.app.account(company, { realTimeVideo: [] }, [region])
  }

  it('something else may be asked of it, which is not refused for what it showed before', async () => {
    const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
    const [lost, kept] = [
      await gate.device(company, { region: north }),
      await gate.device(company, { region: south }),
    ]
    const { accountId, token } = await gate.app.account(company, { realTimeVideo: [] }, [north, south])
    const page = await open(token)
    await page.show(0, lost)
    const body = { AccountID: accountId, AllRegions: false, GIDs: [south] }
    await gate.app.ask(joinGroups, body, company.token)
    page.isSlow = true
    const looked = page.wall.recheck()
    const shown = page.show(0, kept)
    await page.letGo()
    await page.letGo()
    await Promise.all([looked, shown])
    expect(page.of('refused')).toEqual([])
    expect(page.of('stream').at(-1)).toMatchObject({ did: kept })
    expect(page.wall.windows).toBe(1)
  })

  it('the window may be left', async () => {
    const region = await gate.app.region(company)
    const did = await gate.device(company, { region })
    const page = await open((await guardOf(region)).token)
    await page.show(0, did)
    page.isSlow = true
    const looked = page.wall.recheck()
    page.wall.unsubscribe(0)
    await page.letGo()
    await looked
    expect(page.of('refused')).toEqual([])
    expect(page.wall.windows).toBe(0)
  })
})

describe('a wall', () => {
  it('is checked anew for its own company’s changes alone, each window that shows something', async () => {
    const page = await open()
    await page.wall.recheck(company.companyId)
    expect(page.checked).toBe(0)
    await page.show(0, await gate.device(company))
    await page.show(1, await gate.device(company))
    const before = page.checked
    await page.wall.recheck('another company')
    expect(page.checked).toBe(before)
    await page.wall.recheck(company.companyId)
    expect(page.checked).toBe(before + 2)
    // Somebody's rights.
    await page.wall.recheck()
    expect(page.checked).toBe(before + 4)
  })

  it('is told what a device offers when that changes, and not again', async () => {
    const did = await gate.device(company, { hasSub: true })
    const [main, sub] = [gate.streamOf(company, did), gate.streamOf(company, did, 'sub')]
    const page = await open()
    await page.show(0, did)
    const stream = gate.video.streams.find(company.companyId, did, 0, 'main')
    if (!stream) throw new Error('no stream')
    const before = page.told.length
    page.wall.stateChanged(stream)
    expect(page.told).toHaveLength(before)
    gate.evidence(sub, 'live', 'none', 0, { codec: 'hvc1.1.6.L93.B0', width: 640, height: 360 })
    page.wall.stateChanged(stream)
    expect(page.told.slice(before)).toEqual([
      {
        type: 'qualities',
        window: 0,
        offers: [
          expect.objectContaining({ quality: 'main' }),
          expect.objectContaining({ quality: 'sub', codec: 'hvc1.1.6.L93.B0', width: 640 }),
        ],
      },
    ])
    gate.evidence(main, 'live')
    page.wall.stateChanged(stream)
    expect(page.of('state').at(-1)).toMatchObject({ window: 0, state: 'live' })
  })

  it('whose person has too much under way gets no more than the beginning of what others see', async () => {
    const did = await gate.device(company)
    const stream = gate.streamOf(company, did)
    const [quick, slow] = [await open(), await open(company.token, 17 * 1024 * 1024)]
    await quick.show(0, did)
    gate.begin(stream)
    expect(quick.media).toHaveLength(3)
    await slow.show(0, did)
    expect(slow.media.map((message) => readHeader(message)?.type)).toEqual([1])
  })
})
