import { integer, optional, real, type Table, text } from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }
const ofDevice = {
  columns: ['company_id', 'did'],
  table: 'device',
  targets: ['company_id', 'did'],
  onDelete: 'cascade' as const,
}
const regionBy = (column: string) => ({
  columns: ['company_id', column],
  table: 'region',
  targets: ['company_id', 'id'],
})
const accountBy = (column: string) => ({
  columns: ['company_id', column],
  table: 'account',
  targets: ['company_id', 'id'],
  onDelete: 'cascade' as const,
})

/** Companies, roles, accounts and their sessions, regions, devices and their streams. */
export const spine: Table[] = [
  {
    name: 'company',
    columns: {
      id: text,
      code: text,
      name: text,
      time_zone: text,
      password_rule: text,
      settings: text,
      epoch: integer,
      created_at: integer,
    },
    primaryKey: ['id'],
    uniques: [['code']],
  },
  {
    name: 'role',
    columns: {
      company_id: text,
      id: text,
      name: text,
      role_status: integer,
      permissions: text,
      created_at: integer,
    },
    primaryKey: ['company_id', 'id'],
    references: [ofCompany],
  },
  {
    name: 'account',
    columns: {
      company_id: text,
      id: text,
      name: text,
      display_name: text,
      phone: optional(text),
      email: optional(text),
      password_hash: optional(text),
      password_state: text,
      role_id: text,
      all_regions: integer,
      admin_role: integer,
      icon: optional(text),
      disabled: integer,
      created_at: integer,
    },
    primaryKey: ['company_id', 'id'],
    uniques: [['company_id', 'name']],
    references: [{ columns: ['company_id', 'role_id'], table: 'role', targets: ['company_id', 'id'] }],
    indexes: [['company_id', 'role_id']],
  },
  {
    name: 'region',
    columns: { company_id: text, id: text, parent_id: optional(text), name: text, position: integer },
    primaryKey: ['company_id', 'id'],
    references: [ofCompany, regionBy('parent_id')],
    indexes: [['company_id', 'parent_id', 'position']],
  },
  {
    name: 'region_closure',
    columns: { company_id: text, ancestor_id: text, descendant_id: text, depth: integer },
    primaryKey: ['company_id', 'ancestor_id', 'descendant_id'],
    references: [
      { ...regionBy('ancestor_id'), onDelete: 'cascade' },
      { ...regionBy('descendant_id'), onDelete: 'cascade' },
    ],
    indexes: [['company_id', 'descendant_id']],
  },
  {
    name: 'account_region',
    columns: { company_id: text, account_id: text, region_id: text },
    primaryKey: ['company_id', 'account_id', 'region_id'],
    references: [accountBy('account_id'), { ...regionBy('region_id'), onDelete: 'cascade' }],
    indexes: [['company_id', 'region_id']],
  },
  {
    name: 'session',
    columns: {
      token_hash: text,
      id: text,
      company_id: text,
      account_id: text,
      created_at: integer,
      last_seen_at: integer,
      expires_at: integer,
      revoked_at: optional(integer),
      address: text,
      user_agent: text,
    },
    // A token is looked up before its company is known.
    primaryKey: ['token_hash'],
    uniques: [['id']],
    references: [accountBy('account_id')],
    indexes: [['company_id', 'account_id'], ['expires_at']],
  },
  {
    name: 'device',
    columns: {
      did: text,
      company_id: text,
      region_id: optional(text),
      name: text,
      name_search: text,
      alias: text,
      dev_type: integer,
      lng: optional(real),
      lat: optional(real),
      channels: integer,
      driver: text,
      created_at: integer,
    },
    // A DID is unique on the platform; the second key is what rows of a company refer to.
    primaryKey: ['did'],
    uniques: [['company_id', 'did']],
    references: [ofCompany, regionBy('region_id')],
    indexes: [
      ['company_id', 'region_id', 'did'],
      ['company_id', 'name_search', 'did'],
    ],
  },
  {
    name: 'device_stream',
    columns: {
      company_id: text,
      did: text,
      channel: integer,
      quality: text,
      url: text,
      transport: text,
      tls: text,
    },
    primaryKey: ['company_id', 'did', 'channel', 'quality'],
    references: [ofDevice],
  },
  {
    name: 'device_credential',
    columns: { company_id: text, did: text, username: text, secret_box: text },
    primaryKey: ['company_id', 'did'],
    references: [ofDevice],
  },
  {
    name: 'login_attempt',
    columns: { key: text, window_start: integer, count: integer },
    primaryKey: ['key'],
    indexes: [['window_start']],
  },
]
