/** Wires the whole server by hand, top to bottom. */
import { join } from 'node:path'

import { validateAddress } from '@vedette/devices/address'
import { discover } from '@vedette/devices/discovery/discover'
import { driverOf } from '@vedette/devices/drivers'

import { AccessTokens } from './authority/access-token.ts'
import { createAuthority } from './authority/authority.ts'
import { addressRules } from './address-rules.ts'
import { openBrowserSockets } from './browser-sockets.ts'
import type { Config } from './config.ts'
import { systemClock } from './engines/clock.ts'
import { diskBlobs } from './engines/blobs/blobs.ts'
import { createPictures } from './engines/pictures/pictures.ts'
import { openDataFolder } from './engines/data-folder.ts'
import { idSource } from './engines/ids.ts'
import { createSenders } from './engines/senders/create-senders.ts'
import { openKnownKey } from './engines/known-key.ts'
import { sheetReader } from './engines/spreadsheet/sheet-reader.ts'
import { xlsxWriter } from './engines/spreadsheet/xlsx-writer.ts'
import { Throttle } from './engines/throttle.ts'
import { openCertificate } from './http/certificate.ts'
import { consoleAt } from './http/console.ts'
import { SignedUrls } from './http/signed-urls.ts'
import { createHttpServer } from './http/server.ts'
import { Semaphore } from './http/semaphore.ts'
import { accessTokenModule } from './modules/access-token/index.ts'
import { accountModule } from './modules/account/index.ts'
import { AUDIT_PURPOSE, auditModule, openAuditLog } from './modules/audit/index.ts'
import { companies as createCompanies, companyModule, foundFirstCompany } from './modules/company/index.ts'
import { deviceModule, onvifDoor, openCapabilityRefresh } from './modules/device/index.ts'
import { deviceConfigModule } from './modules/device-config/index.ts'
import { deviceMapModule } from './modules/device-map/index.ts'
import { deviceFilterModule } from './modules/device-filter/index.ts'
import { openDeviceListeners } from './modules/device-listening/index.ts'
import { dayEventsMessage, deviceMessageModule, ptzMessage } from './modules/device-message/index.ts'
import { openEventSources } from './modules/event-source/index.ts'
import { gatewayModule, type Gateways, startGateways } from './modules/gateway/index.ts'
import { openRecording, sealKey } from './modules/record/index.ts'
import { openJobs } from './modules/job/index.ts'
import { openPresenceJournal, presenceModule } from './modules/presence/index.ts'
import { transferModule } from './modules/transfer/index.ts'
import { upgradeModule } from './modules/upgrade/index.ts'
import { deviceStorageModule } from './modules/device-storage/index.ts'
import { ringModule, Rings } from './modules/ring/index.ts'
import { talkModule } from './modules/talk/index.ts'
import { Sleepers } from './modules/sleep/index.ts'
import { regionModule } from './modules/region/index.ts'
import { rightsModule } from './modules/rights/index.ts'
import { roleModule } from './modules/role/index.ts'
import { outerLogOuts } from './modules/outer-login/index.ts'
import { profileModule } from './modules/profile/index.ts'
import { createSessions } from './modules/session/index.ts'
import { createSecondFactors, twoFactorModule } from './modules/two-factor/index.ts'
import { createVerifyCodes } from './modules/verify-code/index.ts'
import { openDetectionTrials } from './modules/detection-trial/index.ts'
import { openVision } from './modules/vision/index.ts'
import { startVideo } from './video/video.ts'
import { measureVideo } from './video/measured.ts'
import { deviceNews } from './device-news.ts'
import { openStorages } from './storages.ts'
import { openAlarms } from './alarms.ts'
import { openUploadedPictures } from './uploaded-pictures.ts'
import type { Overrides, Platform } from './platform-shape.ts'
import { patrolModule } from './modules/patrol/index.ts'
import { alarmNoticeModule } from './modules/alarm-notice/index.ts'
import { OpenWalls, wallModule } from './modules/wall/index.ts'
import { openTurning } from './turning.ts'
import { waysIn } from './ways-in.ts'

export type { Overrides, Platform }

/** Passwords that administrators give out, beside the log-ins' own. */
const DERIVATIONS_AT_ONCE = 1
const LONGEST_LINE = 32
/** Devices answer within 500 ms (WS-Discovery); slow ones get time. A console waits for 10 s. */
const DISCOVERY_MS = 3000

export async function startPlatform(config: Config, overrides: Overrides = {}): Promise<Platform> {
  const opened: (() => unknown)[] = []
  try {
    return await wire(config, overrides, opened)
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

async function wire(config: Config, overrides: Overrides, opened: (() => unknown)[]): Promise<Platform> {
  const clock = overrides.clock ?? systemClock
  const newId = idSource(clock)
  let isClosing = false
  const { variants } = config

  const folder = await openDataFolder(config.dataFolder)
  opened.push(() => folder.close())

  const { storage: given, elapsedMs } = overrides
  const databases = { config, folder, given, clock, elapsedMs, opened, onError: (it: unknown) => onError(it) }
  const { reserve, urgent, storage, index, time, agedAt } = await openStorages(databases)
  await folder.markCurrent()
  const secretBox = await openKnownKey(storage, folder.path, config.secretKey)

  const built = await consoleAt(overrides.consoleFolder ?? config.consoleFolder)
  const certificate = await openCertificate({ ...config, folder: folder.path, clock, brand: built.brand })
  const { logTo = process.stderr } = overrides
  const http = await createHttpServer({ config, certificate, ...built, logTo })
  opened.push(() => http.close())
  const onError = (error: unknown): void => http.log.error({ err: error }, 'bug')

  const authority = createAuthority({ storage: urgent, clock, variants, onError })
  opened.push(() => authority.close())
  const audit = openAuditLog({ storage: urgent, key: secretBox.derivedKey(AUDIT_PURPOSE), clock, onError })
  opened.push(() => audit.close())
  const [readSheet, writeWorkbook] = [sheetReader(), xlsxWriter()]
  const companies = createCompanies({ storage, authority, clock, newId })

  let gateways: Gateways | undefined
  const checkAddress = (typed: string) => validateAddress(typed, addressRules(config, http, gateways))
  const throttle = new Throttle(urgent, clock)
  const senders = createSenders({ config, dataFolder: folder.path, clock, newId })
  const { brand } = built
  const common = { storage, clock, agedAt, newId, onError, brand, isTelecom: variants.includes('telecom') }
  const verifyCodes = createVerifyCodes({ ...common, storage: urgent, secretBox, senders })
  const secondFactors = createSecondFactors({ ...common, storage: urgent, secretBox, throttle })
  const pictures = createPictures()
  opened.push(() => pictures.close())
  const signedUrls = new SignedUrls(secretBox.derivedKey('signed URLs'), clock)
  const uploaded = openUploadedPictures({
    ...common,
    authority,
    blobs: diskBlobs(join(folder.path, 'blobs')),
    pictures,
    secretBox,
    throttle,
    signedUrls,
    http,
  })
  opened.push(() => uploaded.stop())
  const { keptPictures, photos, album } = uploaded
  const logOuts = outerLogOuts({ storage, secretBox })
  const sessions = createSessions({
    ...common,
    storage: urgent,
    authority,
    variants,
    verifyCodes,
    secondFactors,
    throttle,
    iconUrl: keptPictures.urlOf,
    outerEnd: (...of) => logOuts.take(...of),
  })

  const firstCompany = () => companies.first()
  const { events, hear, archive } = await openAlarms({
    ...common,
    pictures,
    signedUrls,
    writeWorkbook,
    config,
    http,
    secretBox,
    authority,
    firstCompany,
    gateways: () => gateways,
    clipsOf: (...of) => recording.clipsOf(...of),
    folder: folder.path,
  })
  opened.push(() => events.close())
  uploaded.keeping.add(events.pictures)
  const news = deviceNews((companyId, did) => video.presences.of(companyId, did)?.regionId ?? null)
  const jobs = openJobs({ ...common, secretBox, onNews: news.job })
  const recording = await openRecording({
    ...common,
    storage: urgent,
    index,
    reserve,
    jobs,
    alarms: events.store,
    exportFolder: join(folder.path, 'exports'),
    folder: config.archiveFolder ?? join(folder.path, 'archive'),
    maxBytes: config.archiveBytes,
    time,
    signedUrls,
    sealKey: sealKey(secretBox),
    firstCompany,
    ...archive,
    ...overrides.recording,
    policiesChanged: (companyId) => video.recordDispatch.refresh(companyId),
    ingested: () => video.streams.ingested(),
    endFile: (...of) => video.endFile(...of),
    isAsleep: (...of) => video.presences.isAsleep(...of),
  })
  opened.push(() => recording.close())
  const video = await (overrides.startVideo ?? startVideo)({
    ...common,
    secretBox,
    shards: config.shards,
    runFolder: join(folder.path, 'run'),
    udpPorts: config.udpPorts,
    transcodings: config.transcodings,
    onTranscoding: (state, stream, pid) => http.log.debug({ stream, pid }, `transcoding ${state}`),
    onTranscodingUnavailable: (detail) =>
      http.log.warn(`H.265 can't be converted on this machine: ${detail}`),
    check: checkAddress,
    recording,
    onShard: (shard, state, pids) =>
      http.log[state === 'down' && !isClosing ? 'warn' : 'debug']({ shard, pids }, `shard ${state}`),
  })
  opened.push(() => {
    // A shard that ends now was told to.
    isClosing = true
    return video.close()
  })
  reserve.onChange(() => void video.recordDispatch.refresh())
  measureVideo(http.metrics, video)
  const vision = await openVision({
    ...common,
    config,
    folder: folder.path,
    http,
    video,
    events: events.intake,
  })
  opened.push(() => vision.close())
  const trials = openDetectionTrials({ ...common, recording, vision })
  opened.push(() => trials.close())

  const mqtt = await startGateways({
    host: config.host,
    port: config.mqttPort,
    certificate: certificate && { cert: certificate.cert, key: certificate.key.reveal() },
    ...common,
    secretBox,
    presences: video.presences,
    hear,
  })
  gateways = mqtt
  opened.push(() => mqtt.close())

  const isWatched = (companyId: string, did: string) => video.presences.of(companyId, did) !== undefined
  const presenceJournal = openPresenceJournal({ ...common, isWatched })
  opened.push(() => presenceJournal.close())
  video.presences.onChange((companyId, devices) => presenceJournal.note(companyId, devices))

  const presenceOf = (companyId: string, did: string) => video.presences.of(companyId, did)
  const devicesChanged = async (companyId: string, dids?: readonly string[]): Promise<void> => {
    await Promise.all([video.streams.refresh(companyId, dids), mqtt.refresh(companyId, dids)])
  }
  const devicesEdited: typeof devicesChanged = async (companyId, dids) => {
    await devicesChanged(companyId, dids)
    news.devices(companyId)
  }
  const probe: Parameters<typeof deviceModule>[0]['probe'] = (address, access, check) =>
    driverOf(address).probe(address, access, check)
  const openOnvif = onvifDoor({ storage, secretBox, checkAddress })
  const upgrades = await upgradeModule({
    ...common,
    folder: join(folder.path, 'firmware'),
    openOnvif,
    gateways: mqtt,
    presences: video.presences,
    onNews: news.upgrade,
  })
  opened.push(() => upgrades.close())
  const listeners = openDeviceListeners({ storage, clock, openOnvif, onError })
  opened.push(() => listeners.close())
  video.streams.onChange((...scope) => listeners.refresh(...scope))
  const [{ presences }, { keyFrameAt }] = [video, recording]
  const sleepers = new Sleepers({ listeners, openOnvif, presences, onError })
  openEventSources({ ...common, ...events, listeners, presences, checkAddress, keyFrameAt })
  listeners.refresh()
  const ofTurning = { ...common, keptPictures, checkAddress, keyFrameAt, openOnvif, news, vision }
  const turning = await openTurning(ofTurning)
  opened.push(() => turning.close())
  const rings = new Rings(clock)
  rings.onTaken = news.ring
  const accessTokens = new AccessTokens(secretBox.derivedKey('access tokens'), clock, authority)
  const walls = new OpenWalls(clock)
  const moving = { ...common, footage: recording }
  const routes = [
    ...accessTokenModule(accessTokens),
    ...accountModule({
      ...common,
      authority,
      variants,
      semaphore: new Semaphore(DERIVATIONS_AT_ONCE, LONGEST_LINE),
      writeWorkbook,
    }),
    ...[companyModule, presenceModule].flatMap((it) => it(storage)),
    ...auditModule(storage, writeWorkbook),
    ...rightsModule(storage, authority),
    ...roleModule({ storage, authority, clock, newId, variants }),
    ...sessions.routes,
    ...waysIn({
      config,
      http,
      gateways: mqtt,
      sessions,
      logOuts,
      ...common,
      authority,
      variants,
      throttle,
      senders,
      secretBox,
      semaphore: new Semaphore(DERIVATIONS_AT_ONCE, LONGEST_LINE),
    }),
    ...profileModule({ storage, authority, clock, keptPictures }),
    ...twoFactorModule({ secondFactors, checkOwnPassword: sessions.checkOwnPassword }),
    ...regionModule({
      ...moving,
      onlineByRegion: (companyId) => video.presences.onlineByRegion(companyId),
      onChange: news.devices,
    }),
    ...deviceModule({
      ...moving,
      variants,
      secretBox,
      checkAddress,
      probe,
      snapshot: (address, access, check, launder) =>
        driverOf(address).snapshot(address, access, check, launder),
      pictures,
      photos,
      keptPictures,
      album,
      jobs,
      writeWorkbook,
      discover: () => discover({ listenMs: DISCOVERY_MS }),
      firstCompany,
      readSheet,
      devicesChanged: async (...scope) => {
        await devicesEdited(...scope)
        capabilityRefresh.look()
      },
      presenceOf,
      didsWhere: (companyId, isMeant) => video.presences.didsWhere(companyId, isMeant),
    }),
    ...deviceConfigModule({
      ...common,
      photos,
      openOnvif,
      presenceOf,
      vision,
      onPresence: (listener) => video.presences.onChange(listener),
      onRead: (listener) => video.streams.onChange(listener),
      opened,
    }),
    ...deviceMessageModule(authority, [
      ptzMessage({ ...turning, audit }),
      dayEventsMessage(storage, events.store),
    ]),
    ...deviceStorageModule({ ...common, openOnvif, checkAddress, recording, video, opened }),
    ...talkModule(video.talks, common),
    ...[turning.routes, ringModule(rings)].flat(),
    ...deviceMapModule({ storage, presences, throttle, onChange: news.devices }, config.map, http.log),
    ...wallModule({ ...common, open: walls }),
    ...[deviceFilterModule, patrolModule, alarmNoticeModule].flatMap((it) => it(common)),
    ...upgrades.routes,
    ...transferModule({
      ...moving,
      photos,
      secretBox,
      companiesOf: sessions.companiesOf,
      devicesChanged: devicesEdited,
    }),
    ...gatewayModule({ ...common, secretBox, throttle, gateways: mqtt, onChange: news.devices }),
    ...recording.routes,
    ...trials.routes,
    ...events.routes,
    ...uploaded.routes({ jobs, readSheet, writeWorkbook, onChange: news.community }),
  ]
  const asking = { ...common, secretBox, checkAddress, probe, devicesChanged: devicesEdited }
  const capabilityRefresh = openCapabilityRefresh(asking)
  opened.push(...[capabilityRefresh, jobs].map((it) => () => it.close()))
  http.mount(overrides.routes?.(routes) ?? routes, { authority, accessTokens, audit })
  opened.push(
    http.mountMedia([...recording.media, ...events.media, ...uploaded.media], {
      ...common,
      authority,
      signedUrls,
      audit,
    }),
  )

  const alarms = events.deliveries
  const sockets = { config, http, authority, audit, clock, video, sleepers, alarms, walls, onError }
  const browsers = openBrowserSockets(sockets)
  opened.push(() => browsers.close())
  news.tellBy(browsers.push)

  // Once nothing can hinder the start any more: the first password is told only once.
  const address = await http.listen()
  const firstPassword = await foundFirstCompany(companies, config.adminPassword, config.language)
  jobs.start()
  capabilityRefresh.look()
  http.watch(systemClock, () => companies.first())
  http.setReady(true)
  opened.push(() => http.setReady(false))
  return {
    address,
    ownCertificate: config.tls?.kind === 'own' ? certificate?.cert : undefined,
    http,
    authority,
    companies,
    storage,
    mqttPort: mqtt.port,
    recording,
    events,
    index,
    firstPassword,
    close: () => closeAll(opened),
  }
}

/** Closes in reverse order: what was opened last uses what was opened first. */
async function closeAll(opened: (() => unknown)[]): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close()
}
