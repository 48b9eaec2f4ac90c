/** The matrix knows the ids that `ids.ts` names. These are the others: each is its company's, or its account's, all the same. */
import type { BodyOf, Call } from '@vedette/contract/call'
import * as estate from '@vedette/contract/calls/community'
import * as sheets from '@vedette/contract/calls/community-import'
import * as people from '@vedette/contract/calls/community-people'
import {
  deviceFilters,
  removeDeviceFilter,
  renameDeviceFilter,
  saveDeviceFilter,
} from '@vedette/contract/calls/device-filter'
import {
  batchJoinGroupByExcel,
  cancelImport,
  importErrors,
  importStatus,
} from '@vedette/contract/calls/device-import'
import {
  deadAlarmList,
  handleDeadAlarms,
  removeAlarmTarget,
  setAlarmTarget,
  testAlarmTarget,
} from '@vedette/contract/calls/alarm-settings'
import { deleteEvent, getEventCloudPic, reviewEvents, setAlarmState } from '@vedette/contract/calls/event'
import {
  detectionTrial,
  detectionTrialPicture,
  endDetectionTrial,
} from '@vedette/contract/calls/detection-trial'
import { addExport, exportUrl, removeExport } from '@vedette/contract/calls/export'
import { endSession, sessionList } from '@vedette/contract/calls/own-account'
import * as past from '@vedette/contract/calls/past-recordings'
import { addRecordLock, recordLocks, removeRecordLock } from '@vedette/contract/calls/record'
import {
  acceptTransfer,
  cancelTransfer,
  offerDevices,
  previewTransfer,
  transferList,
  transferredHistory,
} from '@vedette/contract/calls/transfer'
import { deleteFirmware, beginFirmware, firmwareList, sendFirmware } from '@vedette/contract/calls/upgrade'
import { addPhrase, phraseSound, removePhrase } from '@vedette/contract/calls/phrase'
import { removePatrolTour, savePatrolTour } from '@vedette/contract/calls/patrol'
import { removePtzTour, savePtzTour, startPtzTour } from '@vedette/contract/calls/ptz-tour'
import { removeNamedWall, saveNamedWall, sendToWall } from '@vedette/contract/calls/wall'
import { CALLS } from '@vedette/contract/catalogue'
import { objectKindsIn } from '@vedette/contract/ids'
import { PAGE_KEYS, PAGES } from '@vedette/contract/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { startTestApp, type TestApp } from '../testing/app.ts'
import { pngOf } from '../testing/png.ts'
import { recordFile } from '../testing/record-file.ts'
import { engines } from '../testing/storage.ts'
import { upload } from '../testing/upload.ts'

const NAMED_LIKE_AN_ID = /(?:ID|Offer|[Dd]evice|Model)s?$/
const EVERYTHING = Object.fromEntries(PAGE_KEYS.map((page) => [page, [...PAGES[page]]]))

/** What somebody chose, a device that is nobody's yet, or what an address names that was signed for its company. */
const OF_NOBODY = [
  'company/setIdentityProvider.ClientID',
  'device/addGateway.DID',
  'device/deviceList.Model',
  'device/deviceListV2.Model',
  'device/exportDevices.Model',
  'device/firmware/begin.Model',
  'device/joinGroup.DID',
  'media/pastReplay.device',
  'user/login.AppID',
  'user/resetPassword.AppID',
]

function fieldsOf({ path, body }: Call): string[] {
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries(body.shape)
    .filter(([name, field]) => NAMED_LIKE_AN_ID.test(name) && isUnchecked(field))
    .map(([name]) => `${path.slice('/vms/'.length)}.${name}`)
}

const exampleOf = <C extends Call>({ example }: C): BodyOf<C> =>
  example({ device: '', region: '', account: '', role: '', picture: '' }) as BodyOf<C>

const isUnchecked = (field: unknown): boolean => field instanceof z.ZodType && objectKindsIn(field).size === 0

describe.each(engines)('ids of other things on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { variants: ['base', 'community'] } })
  })
  afterAll(() => app.close())

  it('are known here, and lead nobody else to the thing', async () => {
    const [company, other] = [await app.company(), await app.company()]
    // A colleague with every right and all regions, who did not make the things.
    const colleague = await app.account(company, EVERYTHING)
    const { token } = company
    const [DID, theirs] = [await app.device(company), await app.device(other)]
    const tried = new Set<string>()
    const refuses = async <C extends Call>(
      who: { token: string },
      call: C,
      body: BodyOf<C>,
    ): Promise<void> => {
      for (const field of fieldsOf(call)) tried.add(field)
      const { CODE } = await app.send(call, body, who.token)
      expect({ path: call.path, CODE }).toEqual({
        path: call.path,
        CODE: expect.not.stringMatching(/^(200|6007)$/),
      })
    }

    /** Asks calls about all that fits: nothing of another company does. */
    const findsNothing = async <C extends Call>(call: C, body: BodyOf<C>): Promise<void> => {
      for (const field of fieldsOf(call)) tried.add(field)
      const answer = await app.send(call, body, other.token)
      expect({ path: call.path, ...answer }).toMatchObject({ CODE: '200' })
      expect(answer.BODY).toMatchObject('Deleted' in Object(answer.BODY) ? { Deleted: 0 } : { Total: 0 })
    }

    const filter = { Name: 'Mine', Filter: {}, Columns: [] }
    const { FilterID } = await app.ask(saveDeviceFilter, filter, token)
    const sheet = { GID: company.rootGid, File: 'AAAA', DryRun: true }
    const { JobID } = await app.ask(batchJoinGroupByExcel, sheet, token)
    const [{ SessionID } = { SessionID: '' }] = (await app.ask(sessionList, {}, token)).List
    const wall = { Name: 'Mine', Wall: 'layout=4' }
    const { WallID } = await app.ask(saveNamedWall, wall, token)
    const tour = {
      Name: 'Mine',
      Devices: [{ DID, Channel: 0 }],
      IntervalS: 5,
      Start: 1,
      Schedule: { Days: [], From: '00:00', To: '00:00' },
    }
    const { TourID } = await app.ask(savePatrolTour, tour, token)
    for (const who of [other, colleague]) {
      await refuses(who, savePatrolTour, { ...tour, TourID })
      await refuses(who, removePatrolTour, { TourID })
      await refuses(who, saveNamedWall, { ...wall, WallID })
      await refuses(who, removeNamedWall, { WallID })
      await refuses(who, renameDeviceFilter, { FilterID, Name: 'Theirs' })
      await refuses(who, saveDeviceFilter, { ...filter, FilterID })
      await refuses(who, removeDeviceFilter, { FilterID })
      await refuses(who, importStatus, { JobID })
      await refuses(who, cancelImport, { JobID })
      await refuses(who, importErrors, { JobID, File: sheet.File, Language: 'en' })
      await refuses(who, endSession, { SessionID })
    }
    // Walls that are really open: open-walls.test.ts.
    await refuses(other, sendToWall, { OpenID: 'a'.repeat(32), DID: theirs })
    const round = { Name: 'Mine', Presets: ['1', '2'], DwellS: 10 }
    const { TourID: its } = await app.ask(savePtzTour, { DID, ...round }, token)
    // Nor from one camera to the next of the same company.
    for (const [who, at] of [
      [other, theirs],
      [company, await app.device(company)],
    ] as const) {
      await refuses(who, savePtzTour, { DID: at, TourID: its, ...round })
      await refuses(who, removePtzTour, { DID: at, TourID: its })
      await refuses(who, startPtzTour, { DID: at, TourID: its })
    }
    await refuses(other, offerDevices, { DIDs: [theirs], CompanyID: company.companyId })

    const range = { From: 1, To: 2 }
    const { LockID } = await app.ask(addRecordLock, { DID, ...range, Reason: 'a fall' }, token)
    await refuses(other, removeRecordLock, { DID: theirs, LockID })
    await refuses(other, past.removePastLock, { Device: DID, LockID })
    await refuses(other, past.addPastLock, { Device: DID, ...range, Reason: 'a fall' })
    await refuses(other, past.pastReplayUrl, { Device: DID, ...range })

    const at = app.clock.now()
    await recordFile(app, { company: company.companyId, did: DID, channel: 0, quality: 'main' }, at, 1)
    const { ExportID } = await app.ask(addExport, { Cameras: [{ DID }], From: at, To: at + 1000 }, token)
    for (const who of [other, colleague]) {
      await refuses(who, exportUrl, { ExportID, Part: 0 })
      await refuses(who, removeExport, { ExportID })
    }

    // A trial that runs is tested in server/src/modules/detection-trial/detection-trial.test.ts, which has a decoder.
    for (const call of [detectionTrial, endDetectionTrial])
      await refuses(colleague, call, { DID, TrialID: '1' })
    await refuses(colleague, detectionTrialPicture, { DID, TrialID: '1', Place: 0 })

    const noticed = { channel: 0, type: 'motion', origin: 'server', at: 1 } as const
    const begun = await app.platform.events.intake.begin({
      companyId: company.companyId,
      did: DID,
      ...noticed,
    })
    const Eid = begun?.eventId ?? ''
    await refuses(other, getEventCloudPic, { DID, Eid })
    await refuses(other, getEventCloudPic, { DID: theirs, Eid })
    await refuses(other, deleteEvent, { CloudEids: [Eid] })
    await refuses(other, reviewEvents, { CloudEids: [Eid] })
    const { TargetID } = await app.ask(
      setAlarmTarget,
      { Kind: 'webhook', Url: 'https://alarms.example.com' },
      token,
    )
    await refuses(other, setAlarmTarget, { TargetID, Kind: 'webhook', Url: 'https://other.example.com' })
    await refuses(other, testAlarmTarget, { TargetID })
    await refuses(other, removeAlarmTarget, { TargetID })
    await refuses(other, deadAlarmList, { TargetID })
    await refuses(other, handleDeadAlarms, { TargetID, Deed: 'drop' })
    await refuses(other, setAlarmState, { CloudEids: [Eid], State: 'claimed' })

    const firmware = { Model: 'Eye', Version: '1' }
    const file = { FileName: 'eye.bin', Bytes: 2, Sha256: '0'.repeat(64) }
    await app.ask(beginFirmware, { ...firmware, ...file }, token)
    await refuses(other, sendFirmware, { ...firmware, Offset: 0, Data: 'AA==' })
    await refuses(other, deleteFirmware, firmware)

    await app.ask(offerDevices, { DIDs: [DID] }, token)
    const offers = async () => (await app.ask(transferList, {}, token)).List
    const [{ Offer } = { Offer: '' }] = await offers()
    await refuses(other, previewTransfer, { Offer })
    await refuses(other, acceptTransfer, { Offer, GID: other.rootGid })
    await refuses(other, cancelTransfer, { Offer })
    await refuses(other, transferredHistory, { Offer, Device: DID })

    const place = await app.ask(estate.addArea, exampleOf(estate.addArea), token)
    const { PlaceID } = await app.ask(
      estate.addBuilding,
      { ...place, Name: 'One', Units: 1, FloorsPerUnit: 1, HousesPerFloor: 1 },
      token,
    )
    const { ValueID } = await app.ask(estate.saveDictionaryValue, { Kind: 'street', Name: 'Elm' }, token)
    await refuses(other, estate.saveDictionaryValue, { ValueID, Kind: 'street', Name: 'Oak' })
    await refuses(other, estate.deleteDictionaryValue, { ValueID })
    await refuses(other, estate.updateArea, { ...exampleOf(estate.updateArea), ...place })
    await refuses(other, estate.placeList, place)
    await refuses(other, estate.entranceCameras, place)
    await refuses(other, estate.setEntranceCameras, { ...place, DIDs: [theirs] })
    await refuses(other, estate.addBuilding, { ...place, Name: 'Two' })
    await refuses(other, estate.addPlace, { ParentID: PlaceID, Name: '2' })
    await refuses(other, estate.renamePlace, { PlaceID, Name: 'Two' })
    await refuses(other, estate.placeUse, { PlaceID })
    await refuses(other, estate.deletePlace, { PlaceID })
    await findsNothing(estate.deleteAreas, { AreaIDs: [place.AreaID] })
    const { List: places } = await app.ask(estate.placeList, place, token)
    const HouseID = places.find(({ Kind }) => Kind === 'house')?.PlaceID ?? ''
    const uploaded = await upload(app, people.uploadCommunityPhoto, [pngOf(8, 8)], token)
    const Photos = [people.uploadCommunityPhoto.reply.parse(uploaded.BODY).Url]
    const resident = { ...exampleOf(people.addResident), HouseID, Photos }
    const vehicle = { ...exampleOf(people.addVehicle), ...place, HouseID, Photos }
    const { ResidentID } = await app.ask(people.addResident, resident, token)
    const { VehicleID } = await app.ask(people.addVehicle, vehicle, token)
    await refuses(other, people.addResident, resident)
    await refuses(other, people.updateResident, { ...resident, ResidentID })
    await refuses(other, people.residentDetail, { ResidentID })
    await refuses(other, sheets.erasePerson, { ResidentID })
    await findsNothing(people.residentList, { ...place, HouseID })
    await findsNothing(sheets.exportResidents, { AreaID: place.AreaID })
    await findsNothing(people.deleteResidents, { ResidentIDs: [ResidentID] })
    await refuses(other, people.addVehicle, vehicle)
    await refuses(other, people.updateVehicle, { ...vehicle, VehicleID })
    await refuses(other, people.vehicleDetail, { VehicleID })
    await findsNothing(people.vehicleList, { ...place, HouseID })
    await findsNothing(sheets.exportVehicles, { AreaID: place.AreaID })
    await findsNothing(people.deleteVehicles, { VehicleIDs: [VehicleID] })
    expect((await app.ask(people.residentList, { HouseID }, token)).Total).toBe(1)
    expect((await app.ask(people.vehicleList, { HouseID }, token)).Total).toBe(1)

    const { PhraseID } = await app.ask(addPhrase, exampleOf(addPhrase), token)
    await refuses(other, phraseSound, { PhraseID })
    await refuses(other, removePhrase, { PhraseID })

    expect((await app.ask(deviceFilters, {}, token)).List).toMatchObject([{ FilterID, Name: 'Mine' }])
    expect((await app.ask(recordLocks, { DIDs: [DID] }, token)).List).toMatchObject([{ LockID }])
    expect((await app.ask(firmwareList, {}, token)).List).toMatchObject([firmware])
    expect(await offers()).toMatchObject([{ Offer, State: 'offered' }])
    expect([...tried, ...OF_NOBODY].toSorted()).toEqual(CALLS.flatMap(fieldsOf).toSorted())
  })
})
