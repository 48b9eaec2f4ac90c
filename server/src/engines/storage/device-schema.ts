import type { DeviceStatus, Presence } from '@vedette/contract/devices'
import type { Generated } from 'kysely'

/** Milliseconds since 1970, UTC. */
type Time = number
type Flag = 0 | 1

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

/** Devices and what is kept of each. */
export interface DeviceTables {
  device: DeviceTable
  device_onvif: DeviceOnvifTable
  device_channel: DeviceChannelTable
  device_stream: DeviceStreamTable
  device_credential: DeviceCredentialTable
  ptz_preset: PtzPresetTable
  ptz_tour: PtzTourTable
  device_sensor: DeviceSensorTable
  sensor_limit: SensorLimitTable
  device_event: DeviceEventTable
  device_alarm: DeviceAlarmTable
  device_pending: DevicePendingTable
  presence_change: PresenceChangeTable
  device_transfer: DeviceTransferTable
  firmware: FirmwareTable
  upgrade: UpgradeTable
  device_photo: DevicePhotoTable
  known_device: KnownDeviceTable
  bind_code: BindCodeTable
  talk_phrase: TalkPhraseTable
}
