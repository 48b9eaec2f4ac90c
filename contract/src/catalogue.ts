/** All calls, and what a role that holds a page or a feature may call: derived, never written down twice. */
import * as accessToken from './calls/access-token.ts'
import * as account from './calls/account.ts'
import * as alarmNotice from './calls/alarm-notice.ts'
import * as alarmSettings from './calls/alarm-settings.ts'
import * as album from './calls/album.ts'
import * as audit from './calls/audit.ts'
import * as community from './calls/community.ts'
import * as communityImport from './calls/community-import.ts'
import * as communityPeople from './calls/community-people.ts'
import * as company from './calls/company.ts'
import * as device from './calls/device.ts'
import * as detectionTrial from './calls/detection-trial.ts'
import * as deviceConfig from './calls/device-config.ts'
import * as gateway from './calls/gateway.ts'
import * as deviceEdit from './calls/device-edit.ts'
import * as deviceFilter from './calls/device-filter.ts'
import * as deviceImport from './calls/device-import.ts'
import * as deviceMap from './calls/device-map.ts'
import * as deviceMessage from './calls/device-message.ts'
import * as devicePhoto from './calls/device-photo.ts'
import * as event from './calls/event.ts'
import * as eventTimeline from './calls/event-timeline.ts'
import * as exported from './calls/export.ts'
import * as floorPlan from './calls/floor-plan.ts'
import * as group from './calls/group.ts'
import * as invitation from './calls/invitation.ts'
import * as presence from './calls/presence.ts'
import * as map from './calls/map.ts'
import * as loginSteps from './calls/login-steps.ts'
import * as media from './calls/media.ts'
import * as phrase from './calls/phrase.ts'
import * as ptzTour from './calls/ptz-tour.ts'
import * as pushDevice from './calls/push-device.ts'
import * as ring from './calls/ring.ts'
import * as talk from './calls/talk.ts'
import * as rights from './calls/rights.ts'
import * as role from './calls/role.ts'
import * as outerLogin from './calls/outer-login.ts'
import * as ownAccount from './calls/own-account.ts'
import * as patrol from './calls/patrol.ts'
import * as pastRecordings from './calls/past-recordings.ts'
import * as recordCheck from './calls/record-check.ts'
import * as deviceStorage from './calls/device-storage.ts'
import * as record from './calls/record.ts'
import * as replay from './calls/replay.ts'
import * as transfer from './calls/transfer.ts'
import * as upgrade from './calls/upgrade.ts'
import * as user from './calls/user.ts'
import * as wall from './calls/wall.ts'
import type { Call } from './call.ts'
import { type Grant, PAGES, type PageKey, pagesOf, type Variant } from './pages.ts'

export interface FeatureEntry {
  key: string
  apis: string[]
  pageKey: PageKey
}

/** An entry of a role's permissions as the wire carries it (section 3). */
export interface PermissionEntry {
  pageKey: PageKey
  apis: string[]
  feature: FeatureEntry[]
}

/** The files of calls, in the order in which lists show them. */
const FILES = {
  user,
  loginSteps,
  account,
  accessToken,
  invitation,
  company,
  patrol,
  role,
  audit,
  rights,
  outerLogin,
  ownAccount,
  group,
  device,
  deviceConfig,
  detectionTrial,
  gateway,
  deviceEdit,
  deviceFilter,
  deviceImport,
  deviceMap,
  map,
  floorPlan,
  ptzTour,
  devicePhoto,
  album,
  community,
  communityPeople,
  communityImport,
  deviceMessage,
  transfer,
  upgrade,
  event,
  eventTimeline,
  alarmNotice,
  pushDevice,
  phrase,
  alarmSettings,
  wall,
  presence,
  media,
  ring,
  talk,
  exported,
  recordCheck,
  deviceStorage,
  record,
  replay,
  pastRecordings,
}

/** What a call's declaration is named in the code: `moveGroup`. */
export type CallName = {
  [File in keyof typeof FILES]: {
    [Name in keyof (typeof FILES)[File]]: (typeof FILES)[File][Name] extends Call ? Name : never
  }[keyof (typeof FILES)[File]]
}[keyof typeof FILES]

export const NAMED_CALLS: ReadonlyMap<CallName, Call> = new Map(Object.values(FILES).flatMap(callsIn))

export const CALLS: readonly Call[] = [...NAMED_CALLS.values()]

/** The full rights on all pages that these variants have. */
export function permissionSet(variants: readonly Variant[]): PermissionEntry[] {
  return pagesOf(variants).map((page) => permissionEntry(page, PAGES[page]))
}

/** A page with these of its features, its paths taken from the calls. */
export function permissionEntry(page: PageKey, features: readonly string[]): PermissionEntry {
  return {
    pageKey: page,
    apis: pathsAdmittedBy(page),
    feature: features.map((key) => ({ key, apis: pathsAdmittedBy(`${page}.${key}`), pageKey: page })),
  }
}

function pathsAdmittedBy(grant: string): string[] {
  return CALLS.filter((call) => grantsOf(call).some((it) => it === grant)).map((call) => call.path)
}

function grantsOf(call: Call): readonly Grant[] {
  if (call.listedFor) return [call.listedFor]
  return typeof call.access === 'string' ? [] : call.access
}

function callsIn(module: Readonly<Record<string, unknown>>): [CallName, Call][] {
  return Object.entries(module).filter(isNamedCall)
}

function isNamedCall(entry: [string, unknown]): entry is [CallName, Call] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
