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
import * as exported from './calls/export.ts'
import * as floorPlan from './calls/floor-plan.ts'
import * as group from './calls/group.ts'
import * as invitation from './calls/invitation.ts'
import * as presence from './calls/presence.ts'
import * as map from './calls/map.ts'
import * as loginSteps from './calls/login-steps.ts'
import * as media from './calls/media.ts'
import * as phrase from './calls/phrase.ts'
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
import * as record from './calls/record.ts'
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

export const CALLS: readonly Call[] = [
  ...callsIn(user),
  ...callsIn(loginSteps),
  ...callsIn(account),
  ...callsIn(accessToken),
  ...callsIn(invitation),
  ...callsIn(company),
  ...callsIn(patrol),
  ...callsIn(role),
  ...callsIn(audit),
  ...callsIn(rights),
  ...callsIn(outerLogin),
  ...callsIn(ownAccount),
  ...callsIn(group),
  ...callsIn(device),
  ...callsIn(deviceConfig),
  ...callsIn(detectionTrial),
  ...callsIn(gateway),
  ...callsIn(deviceEdit),
  ...callsIn(deviceFilter),
  ...callsIn(deviceImport),
  ...callsIn(deviceMap),
  ...callsIn(map),
  ...callsIn(floorPlan),
  ...callsIn(devicePhoto),
  ...callsIn(album),
  ...callsIn(community),
  ...callsIn(communityPeople),
  ...callsIn(communityImport),
  ...callsIn(deviceMessage),
  ...callsIn(transfer),
  ...callsIn(upgrade),
  ...callsIn(event),
  ...callsIn(alarmNotice),
  ...callsIn(pushDevice),
  ...callsIn(phrase),
  ...callsIn(alarmSettings),
  ...callsIn(wall),
  ...callsIn(presence),
  ...callsIn(media),
  ...callsIn(ring),
  ...callsIn(talk),
  ...callsIn(exported),
  ...callsIn(recordCheck),
  ...callsIn(record),
  ...callsIn(pastRecordings),
]

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

function callsIn(module: Readonly<Record<string, unknown>>): Call[] {
  return Object.values(module).filter(isCall)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
