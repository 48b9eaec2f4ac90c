import type { AlbumPictureTable, PictureKeepingTable } from './album-schema.ts'
import type { CommunityTables } from './community-schema.ts'
import type { DeviceTables } from './device-schema.ts'
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

interface AccountDeviceFilterTable {
  company_id: string
  account_id: string
  id: string
  name: string
  /** JSON. */
  content: string
  created_at: Time
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

export interface Tables
  extends DeviceTables, LoginTables, RecordTables, EventTables, CommunityTables, MapTables {
  picture: PictureTable
  album_picture: AlbumPictureTable
  picture_keeping: PictureKeepingTable
  audit: AuditTable
  audit_head: AuditHeadTable
  account_home_region: AccountHomeRegionTable
  account_device_filter: AccountDeviceFilterTable
  account_wall: AccountWallTable
  patrol_tour: PatrolTourTable
  secret_key: SecretKeyTable
  company: CompanyTable
  role: RoleTable
  account: AccountTable
  account_region: AccountRegionTable
  session: SessionTable
  region: RegionTable
  region_closure: RegionClosureTable
  job: JobTable
  job_result: JobResultTable
}
