import type { AlbumPictureTable, PictureKeepingTable } from './album-schema.ts'
import type { CommunityTables } from './community-schema.ts'
import type { DeviceStatus, Presence } from '@vedette/contract/devices'
import type { Generated } from 'kysely'
import type { EventTables } from './event-schema.ts'
import type { MapTables } from './map-schema.ts'
import type { LoginTables } from './login-schema.ts'
import type { RecordTables } from './record-schema.ts'

/** Milliseconds since 1970, UTC. */
type Time = number
type Flag = 0 | 1

interface CompanyTable {
  id: string
  code: string
  name: string
  time_zone: string
  password_rule: 'strong' | 'simple'
  /** JSON. */
  settings: string
  /** Raised by whatever makes cached principals and regions of the company stale. */
  epoch: number
  created_at: Time
}

interface RoleTable {
  company_id: string
  id: string
  name: string
  /** Lower case. */
  name_search: string
  role_status: number
  /** JSON. */
  permissions: string
  /** JSON: the folders of the editor and their pages, which grant nothing. */
  folders: Generated<string | null>
  created_at: Time
}

interface AccountTable {
  company_id: string
  id: string
  /** The bare name, lower case. */
  name: string
  display_name: string
  /** Lower case, like the next. */
  display_name_search: string
  email_search: string
  phone: string | null
  email: string | null
  password_hash: string | null
  /** `issued`: an administrator chose it, so it is good for choosing an own one. */
  password_state: 'own' | 'issued'
  /** Until when an issued password admits; null: for good. */
  issued_until: Generated<Time | null>
  role_id: string
  /** 1: bound to no region, so it sees all. 0: it sees its rows of account_region and, where those are gone, nothing. */
  all_regions: Flag
  admin_role: number
  icon: string | null
  disabled: Flag
  created_at: Time
}

interface AccountRegionTable {
  company_id: string
  account_id: string
  region_id: string
  /** 1: also the regions below, those that are made later included. */
  has_below: Generated<Flag>
}

interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The SessionID of the wire. */
  id: string
  company_id: string
  account_id: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  revoked_at: Time | null
  /** For a preview: the role that is looked at, and the session that its maker looks from. */
  preview_role_id: Generated<string | null>
  preview_of: Generated<string | null>
  address: string
  user_agent: string
}

interface RegionTable {
  company_id: string
  id: string
  parent_id: string | null
  name: string
  position: number
}

/** A row for each region and each of its ancestors; itself is one, at depth 0. */
interface RegionClosureTable {
  company_id: string
  ancestor_id: string
  descendant_id: string
  depth: number
}

interface DeviceTable {
  did: string
  company_id: string
  region_id: string | null
  name: string
  /** The name in lower case. */
  name_search: string
  alias: string
  dev_type: number
  /** Degrees, WGS-84. */
  lng: number | null
  lat: number | null
  channels: number
  driver: string
  created_at: Time
  /** The alias in lower case. */
  alias_search: Generated<string>
  vendor: Generated<string>
  model: Generated<string>
  firmware: Generated<string>
  sdk_version: Generated<string>
  /** The licence, which is the CTEI in the telecom variant. */
  license: Generated<string>
  /** What it is known by again at another address; empty where it has nothing of the kind. */
  identity: Generated<string>
}

/** Where a device's own service is asked. */
interface DeviceOnvifTable {
  company_id: string
  did: string
  /** Holds no credentials. */
  url: string
  tls: 'any' | 'verify'
  has_ptz: Flag
}

/** A picture source of a device: a camera has one, an NVR several. */
interface DeviceChannelTable {
  company_id: string
  did: string
  channel: number
  name: string
}

interface DeviceStreamTable {
  company_id: string
  did: string
  channel: number
  quality: 'main' | 'sub'
  /** Holds no credentials. */
  url: string
  transport: 'auto' | 'tcp' | 'udp'
  tls: 'any' | 'verify'
}

interface DeviceCredentialTable {
  company_id: string
  did: string
  username: string
  /** Sealed by `secret-box.ts` for this company and device. */
  secret_box: string
}

interface AccountHomeRegionTable {
  company_id: string
  account_id: string
  region_id: string
  created_at: Time
}

interface SecretKeyTable {
  /** 1: there is one row. */
  id: number
  mark: string
}

interface AccountWallTable {
  company_id: string
  account_id: string
  /** 100 and above for a named one. */
  number: number
  /** Empty but for a named one. */
  id: Generated<string>
  name: string
  /** The role whose people see it too. */
  role_id: string | null
  content: string
  saved_at: Time
}

interface PatrolTourTable {
  company_id: string
  id: string
  account_id: string
  /** The role whose people see it too. */
  role_id: string | null
  name: string
  /** JSON. */
  content: string
  saved_at: Time
}

/** A name given here to a preset of a camera, and a picture of what is seen there. */
interface PtzPresetTable {
  company_id: string
  did: string
  channel: number
  token: string
  name: string
  /** What the camera called it then: a preset that it calls otherwise by now is another one. */
  camera_name: string
  picture_id: string | null
  taken_at: Time | null
}

interface PtzTourTable {
  company_id: string
  id: string
  did: string
  channel: number
  name: string
  /** JSON: tokens. */
  presets: string
  dwell_s: number
  /** An account's name; null while it does not run. */
  started_by: string | null
  started_at: Time | null
}

interface AccountDeviceFilterTable {
  company_id: string
  account_id: string
  id: string
  name: string
  /** JSON. */
  content: string
  created_at: Time
}

/** The last word of each sensor. */
interface DeviceSensorTable {
  company_id: string
  did: string
  sensor: string
  kind: string
  /** JSON. */
  value: string
  unit: string
  at: Time
  /** When it was last written down as an event. */
  event_at: Time
}

/** Outside of these an alarm is raised. */
interface SensorLimitTable {
  company_id: string
  did: string
  sensor: string
  low: number | null
  high: number | null
}

interface DeviceEventTable {
  company_id: string
  id: string
  did: string
  kind: string
  at: Time
  name: string
  /** JSON. */
  value: string
  unit: string
  /** Time by the device's own clock. */
  device_at: Time | null
}

interface DeviceAlarmTable {
  company_id: string
  did: string
  channel: number
  /** JSON of the contract's AlarmSettings. */
  settings: string
  changed_at: Time
  /** 1: the device tells of motion itself. */
  own_motion: Generated<number>
}

/** What a device is to be set to when it can be reached again. */
interface DevicePendingTable {
  company_id: string
  did: string
  channel: number
  /** JSON of the contract's ConfigChange. */
  change: string
  changed_at: Time
}

/** Work that waits or is done by the process that has the lease. */
interface JobTable {
  company_id: string
  id: string
  account_id: string
  kind: string
  /** Sealed by `secret-box.ts` for this company and job. */
  input: string
  done: number
  total: number
  created_at: Time
  lease_until: Time
}

interface PresenceChangeTable {
  company_id: string
  did: string
  id: string
  at: Time
  presence: Presence
  reason: string
  status: DeviceStatus
  is_first: Flag
}

interface JobResultTable {
  company_id: string
  id: string
  account_id: string
  state: 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  /** JSON. */
  result: string
  ended_at: Time
}

interface DeviceTransferTable {
  company_id: string
  id: string
  /** SHA-256, hex. */
  code_hash: string
  state: 'offered' | 'accepted' | 'cancelled'
  /** Who accepted, or who alone may. */
  to_company_id: string | null
  /** JSON: `[{did, name, region}]`, as they were then. */
  devices: string
  created_at: Time
  expires_at: Time
  ended_at: Time | null
  /** The region that the accepting company chose. */
  to_region_id: Generated<string | null>
}

interface FirmwareTable {
  company_id: string
  model: string
  version: string
  file_name: string
  /** The file's name in the store's folder. */
  blob: string
  bytes: number
  sha256: string
  /** Bytes that are on the disk. */
  received: number
  is_ready: Flag
  created_at: Time
}

interface UpgradeTable {
  company_id: string
  id: string
  did: string
  /** The device's, as it was called then. */
  name: Generated<string>
  model: string
  from_version: string
  to_version: string
  state: string
  progress: number
  word: string | null
  created_at: Time
  changed_at: Time
}

/** Rows are added, never changed: docs/decisions/0030-audit-log.md. */
interface AuditTable {
  company_id: string
  /** Counts from 1, without gaps. */
  seq: number
  at: Time
  /** `begun`: about to be done · `ended`: how that went, `begun` is its seq · `seen`: done in one · `refused`. */
  kind: string
  begun: number | null
  account_id: string
  /** The full name at that time. */
  account: string
  session_id: string
  address: string
  path: string
  /** JSON: the objects that the call named. */
  targets: string
  /** Lower case: account, address, names and ids. */
  search: string
  code: string
  /** JSON. */
  details: string
  /** MAC of this row and the one before it, hex. */
  mac: string
}

/** The last row of each company's chain. */
interface AuditHeadTable {
  company_id: string
  seq: number
  mac: string
  seal: string
}

/** Uploaded; shown where it is an account's icon or a device's photo. */
interface PictureTable {
  company_id: string
  id: string
  created_at: Time
}

/** Where a device hangs, as its installer saw it. */
interface DevicePhotoTable {
  company_id: string
  did: string
  picture_id: string
  taken_at: Time
}

/** A device that no company has; platform-wide, for no company may be named. */
interface KnownDeviceTable {
  did: string
  /** HMAC of the licence that it presented, hex. */
  mark: string
  origin: 'connected' | 'released'
  seen_at: Time
}

interface BindCodeTable {
  company_id: string
  /** The mark of a known device. */
  mark: string
  expires_at: Time
}

/** What is said to devices without a microphone. */
interface TalkPhraseTable {
  company_id: string
  id: string
  name: string
  ms: number
  /** Base64 of G.711 µ-law, 8 kHz. */
  sound: string
  saved_at: Time
}

export interface Tables extends LoginTables, RecordTables, EventTables, CommunityTables, MapTables {
  picture: PictureTable
  album_picture: AlbumPictureTable
  picture_keeping: PictureKeepingTable
  device_photo: DevicePhotoTable
  known_device: KnownDeviceTable
  bind_code: BindCodeTable
  device_transfer: DeviceTransferTable
  firmware: FirmwareTable
  upgrade: UpgradeTable
  audit: AuditTable
  audit_head: AuditHeadTable
  device_alarm: DeviceAlarmTable
  device_pending: DevicePendingTable
  device_sensor: DeviceSensorTable
  sensor_limit: SensorLimitTable
  device_event: DeviceEventTable
  account_home_region: AccountHomeRegionTable
  account_device_filter: AccountDeviceFilterTable
  account_wall: AccountWallTable
  patrol_tour: PatrolTourTable
  ptz_preset: PtzPresetTable
  ptz_tour: PtzTourTable
  talk_phrase: TalkPhraseTable
  secret_key: SecretKeyTable
  company: CompanyTable
  role: RoleTable
  account: AccountTable
  account_region: AccountRegionTable
  session: SessionTable
  region: RegionTable
  region_closure: RegionClosureTable
  device: DeviceTable
  device_stream: DeviceStreamTable
  device_credential: DeviceCredentialTable
  device_onvif: DeviceOnvifTable
  device_channel: DeviceChannelTable
  job: JobTable
  presence_change: PresenceChangeTable
  job_result: JobResultTable
}
