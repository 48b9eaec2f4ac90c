/** Settings of alarms tried on what the archive holds, by the calls; the process that looks is a real one. */
import { type AlarmSettings, NO_ALARMS } from '@vedette/contract/alarm-settings'
import { auditList } from '@vedette/contract/calls/audit'
import {
  beginDetectionTrial,
  detectionTrial,
  detectionTrialPicture,
  endDetectionTrial,
  MAX_TRIAL_MS,
} from '@vedette/contract/calls/detection-trial'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { hasFfmpeg, movingBox } from '@vedette/vision/testing/clips'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { recordClip } from '../../testing/record-clip.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const WATCHED: AlarmSettings = { ...NO_ALARMS, MotionDetection: true }
const RIGHT_EDGE = [
  { X: 0.95, Y: 0 },
  { X: 1, Y: 0 },
  { X: 1, Y: 0.2 },
]
const [STILL_S, SECONDS] = [6, 12]

describe.runIf(hasFfmpeg)('settings of alarms on recordings', () => {
  let app: TestApp
  let company: TestCompany
  let DID: string
  let From: number
  let To: number
  beforeAll(async () => {
    app = await startTestApp({ config: { detection: 'auto', personModel: 'off' } })
    company = await app.company()
    DID = await app.device(company)
    From = Math.floor(app.clock.now() / 1000) * 1000 - 60_000
    To = From + SECONDS * 1000
    const clip = movingBox({ stillS: STILL_S, seconds: SECONDS })
    await recordClip(app, { company: company.companyId, did: DID }, From, clip)
  })
  afterAll(() => app.close())

  const begin = async (Alarm: AlarmSettings) =>
    (await app.ask(beginDetectionTrial, { DID, From, To, Alarm }, company.token)).TrialID
  const done = (TrialID: string) =>
    vi.waitUntil(async () => {
      const seen = await app.ask(detectionTrial, { DID, TrialID }, company.token)
      return seen.State === 'running' ? undefined : seen
    }, PATIENCE)

  it('show what would have been raised, when and with which picture, and raise nothing', async () => {
    const TrialID = await begin(WATCHED)
    const seen = await done(TrialID)
    expect(seen).toMatchObject({ State: 'done', Quality: 'sub', Done: SECONDS * 1000, Total: SECONDS * 1000 })
    expect(seen.List).toMatchObject([{ Kind: 'motion', IsAnnounced: true, IsScheduled: true }])
    const [{ At, Place, Box, PictureAt } = { At: 0, Place: -1, Box: { H: 0 }, PictureAt: 0 }] = seen.List
    expect(At).toBeGreaterThan(From + STILL_S * 1000)
    expect(PictureAt).toBeGreaterThanOrEqual(At)
    expect(Box.H).toBeGreaterThan(0.2)
    expect(seen.Strip.Motion).toHaveLength(SECONDS)
    expect(seen.Strip.Motion.slice(0, STILL_S)).toEqual(Array.from({ length: STILL_S }, () => 0))
    expect(seen.Strip.Motion.at(-2)).toBeGreaterThan(0.02)
    const { Data } = await app.ask(detectionTrialPicture, { DID, TrialID, Place }, company.token)
    expect(Buffer.from(Data, 'base64').toString('latin1', 1, 4)).toBe('PNG')
    const stored = await app.ask(getEventListV2, { DIDs: [DID], PageSize: 10 }, company.token)
    expect(stored.Total).toBe(0)
    const log = await app.ask(auditList, { Paths: [beginDetectionTrial.path] }, company.token)
    expect(log.List[0]).toMatchObject({ Outcome: 'done', Targets: [{ ID: DID }], Details: { channel: 0 } })
  })

  it('are those of the call: zones, and the week', async () => {
    const elsewhere = await done(await begin({ ...WATCHED, Zones: [RIGHT_EDGE] }))
    expect(elsewhere.List).toEqual([])
    const day = new Date(From).getUTCDay()
    const Ranges = [{ Day: ((day + 2) % 7) + 1, startTime: '00:00:00', endTime: '24:00:00' }]
    const outside = await done(await begin({ ...WATCHED, Ranges }))
    expect(outside.List).toMatchObject([{ IsScheduled: false, IsAnnounced: false }])
  })

  it('are refused where nothing was recorded, for too long, with nothing to look for', async () => {
    const codeOf = async (body: object) =>
      (await app.send(beginDetectionTrial, { DID, From, To, Alarm: WATCHED, ...body }, company.token)).CODE
    expect(await codeOf({ From: 1, To: 60_000 })).toBe('6021')
    expect(await codeOf({ To: From + MAX_TRIAL_MS + 1 })).toBe('6100')
    expect(await codeOf({ Alarm: NO_ALARMS })).toBe('6100')
  })

  it('run once for each account, and end when they are told to or nobody asks any more', async () => {
    const stateOf = async (TrialID: string) =>
      (await app.send(detectionTrial, { DID, TrialID }, company.token)).CODE
    const first = await begin(WATCHED)
    const second = await begin(WATCHED)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['6004', '200'])
    const colleague = await app.account(company, { replay: [] })
    for (const call of [detectionTrial, endDetectionTrial])
      expect((await app.send(call, { DID, TrialID: second }, colleague.token)).CODE).toBe('6004')
    const picture = { DID, TrialID: second, Place: 0 }
    expect((await app.send(detectionTrialPicture, picture, colleague.token)).CODE).toBe('6004')
    await app.ask(endDetectionTrial, { DID, TrialID: second }, company.token)
    expect(await stateOf(second)).toBe('6004')
    const third = await begin(WATCHED)
    app.clock.advance(11 * 60_000)
    expect(await stateOf(third)).toBe('6004')
  })
})

it.runIf(hasFfmpeg)('without a decoder it is said that there is none', async () => {
  const app = await startTestApp()
  const company = await app.company()
  const DID = await app.device(company)
  const From = app.clock.now() - 60_000
  await recordClip(app, { company: company.companyId, did: DID }, From, movingBox({ stillS: 1, seconds: 6 }))
  const body = { DID, From, To: From + 5000, Alarm: WATCHED }
  expect(await app.send(beginDetectionTrial, body, company.token)).toMatchObject({
    CODE: '6103',
    BODY: { Reason: 'VEDETTE_DETECTION is off' },
  })
  await app.close()
})
