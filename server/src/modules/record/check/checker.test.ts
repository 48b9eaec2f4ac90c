import { getEventListV2 } from '@vedette/contract/calls/event'
import { setRecordPolicy } from '@vedette/contract/calls/record'
import { acceptRecordView, recordChecks, recordCheckWeek } from '@vedette/contract/calls/record-check'
import { eventTypeNumber } from '@vedette/contract/events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, startTestApp, type TestApp, type TestCompany } from '../../../testing/app.ts'
import { type Drawn, drawn, recordDrawn } from '../../../testing/drawn-file.ts'
import { engines } from '../../../testing/storage.ts'
import { CHECK_LIMITS } from './limits.ts'

const { sliceMs, lateMs } = CHECK_LIMITS
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FILES = sliceMs / MINUTE_MS

describe.each(engines)('the check of what is recorded, on %s', (engine) => {
  let app: TestApp
  let decoder = 'ffmpeg'
  let company: TestCompany
  let did: string
  /** Where the quarter of an hour begins that is recorded next. */
  let at: number
  let gate: Drawn[]
  let yard: Drawn[]
  let black: Drawn[]

  beforeAll(async () => {
    app = await startTestApp({ engine, overrides: { recording: { decoder: () => decoder } } })
    // Five looks at a slice: as many pictures, with a little noise.
    gate = noisy((x, y) => (x > 60 && x < 90 && y > 20 ? 200 : y > 60 ? 60 : 110))
    yard = noisy((x, y) => ((x >> 4) % 3 === 0 && y < 70 ? 190 : x + y > 190 ? 30 : 100))
    black = noisy((x, y) => (y < 6 && x % 9 < 4 && x < 60 ? 230 : 17))
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    decoder = 'ffmpeg'
    company = await app.company()
    did = await app.device(company)
    // Until the first quarter of an hour begins.
    await setMain('off')
    await app.platform.recording.checker.look()
    at = Math.ceil((app.clock.now() + MINUTE_MS) / sliceMs) * sliceMs
    app.clock.advance(at - app.clock.now() + lateMs)
    await app.platform.recording.checker.look()
    await setMain('continuous')
    await record(gate)
  })

  const setMain = (Main: 'off' | 'continuous') =>
    app.ask(
      setRecordPolicy,
      { DIDs: [did], Policy: { Main, Sub: 'off', Days: 30, MaxBytes: 0 } },
      company.token,
    )

  /** A quarter of an hour of these pictures, and its check. */
  async function record(pictures: readonly Drawn[], files = FILES): Promise<void> {
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    for (let i = 0; i < files; i++) {
      const picture = pictures[i % pictures.length]
      if (picture) await recordDrawn(app, stream, at + i * MINUTE_MS, picture)
    }
    at += sliceMs
    app.clock.advance(at + lateMs - app.clock.now())
    await app.platform.recording.checker.look()
  }
  const hours = async () => {
    const body = { DIDs: [did], From: 0, To: app.clock.now() + 1 }
    return (await app.ask(recordChecks, body, company.token)).List[0]?.Hours ?? []
  }
  const faults = async () => [...new Set((await hours()).flatMap(({ Faults }) => Faults))]
  /** What was told of it, in the order of time. */
  const told = async () => {
    const { List } = await app.ask(
      getEventListV2,
      { DIDs: [did], Types: [eventTypeNumber('proof')] },
      company.token,
    )
    return List.map(({ IdentName }) => IdentName).toReversed()
  }

  it('names a camera whose picture is black, frozen or turned away, once, and what is confirmed is right', async () => {
    await record(gate)
    expect([await faults(), await told()]).toEqual([[], []])
    await record(black)
    expect(await told()).toEqual(['black'])
    await record(black)
    expect(await told()).toEqual(['black'])
    await record(gate.slice(0, 1))
    expect(await told()).toEqual(['black', 'frozen'])
    await record(yard)
    expect(await told()).toEqual(['black', 'frozen', 'turned'])
    await app.ask(acceptRecordView, { DID: did }, company.token)
    await record(yard)
    await record(yard)
    await record(gate)
    expect(await told()).toEqual(['black', 'frozen', 'turned', 'turned'])
    expect(await faults()).toEqual(['black', 'frozen', 'turned'])
  })

  it('names a camera of which nothing, or too little, was recorded, and none that is not to be', async () => {
    await record(gate, 9)
    expect(await told()).toEqual(['gaps'])
    await record([])
    expect(await told()).toEqual(['gaps', 'nothing'])
    await setMain('off')
    await record([])
    await record([])
    expect(await told()).toEqual(['gaps', 'nothing'])
    const percents = (await hours()).map(({ Percent }) => Percent)
    expect(percents.some((it) => it !== null && it < 80)).toBe(true)
  })

  it('says nothing of pictures where there is nothing to decode them with, and says that', async () => {
    decoder = 'no-such-decoder'
    await record(black)
    expect([await faults(), await told()]).toEqual([[], []])
    const body = { DIDs: [did], From: 0, To: app.clock.now() }
    expect((await app.ask(recordChecks, body, company.token)).CanLook).toBe(false)
  })

  it('goes back one day and no further where the machine slept, or its clock was set', async () => {
    await app.platform.recording.checker.look()
    const before = (await hours()).length
    app.clock.leap(3 * DAY_MS)
    company.token = await app.tokenOf(company.code, ADMINISTRATOR)
    await app.platform.recording.checker.look()
    const checked = await hours()
    const since = Math.floor(app.clock.now() / sliceMs) * sliceMs - DAY_MS
    expect(checked[before]?.At).toBe(Math.floor(since / HOUR_MS) * HOUR_MS)
    expect(checked.length - before).toBeLessThanOrEqual(25)
  })

  it('sums the last week up for those who see the camera', async () => {
    await record(black)
    const guard = await app.account(company, { replay: [] }, [await app.region(company)])
    app.clock.advance(86_400_000)
    const week = await app.ask(recordCheckWeek, {}, await app.tokenOf(company.code, ADMINISTRATOR))
    expect(week).toMatchObject({ Cameras: 1, Wrong: [{ DID: did, Channel: 0, Hours: { black: 1 } }] })
    const seen = await app.ask(recordCheckWeek, {}, await app.tokenOf(company.code, guard.name))
    expect(seen).toMatchObject({ Cameras: 0, Wrong: [], Percent: null })
  })
})

it('a clock that was years ahead and is set back takes nothing of what was found, and the check goes on', async () => {
  const app = await startTestApp({ overrides: { elapsedMs: () => 0 } })
  const company = await app.company()
  const did = await app.device(company)
  const { checker } = app.platform.recording
  const hours = async () => {
    const token = await app.tokenOf(company.code, ADMINISTRATOR)
    const body = { DIDs: [did], From: 0, To: app.clock.now() + 1 }
    return (await app.ask(recordChecks, body, token)).List[0]?.Hours ?? []
  }
  const hoursLater = async (count: number) => {
    for (let i = 0; i < (count * HOUR_MS) / sliceMs; i++) {
      app.clock.leap(sliceMs)
      await checker.look()
    }
  }
  await checker.look()
  await hoursLater(3)
  const before = await hours()
  app.clock.leap(10 * 365 * DAY_MS)
  await checker.look()
  app.clock.leap(-10 * 365 * DAY_MS)
  expect(await hours()).toEqual(before)
  await hoursLater(3)
  expect(await hours()).toHaveLength(before.length + 3)
  await app.close()
})

/** As many pictures as are looked at. */
function noisy(brightness: (x: number, y: number) => number): Drawn[] {
  return Array.from({ length: CHECK_LIMITS.looks }, (_, i) =>
    drawn((x, y) => brightness(x, y) + ((x * 31 + y * 17 + i * 7919) % 11) - 5),
  )
}
