/** Companies, roles and accounts as rows alone, for tests below HTTP that log nobody in. */
import type { Storage } from '../engines/storage/storage.ts'

export function bareCompany({ db }: Storage, id: string) {
  return db.insertInto('company').values({
    id,
    code: id.toLowerCase(),
    name: id,
    time_zone: 'UTC',
    password_rule: 'strong',
    settings: '{}',
    epoch: 0,
    created_at: 0,
  })
}

export function bareRole(
  { db }: Storage,
  {
    companyId,
    id,
    status = 0,
    rights = {},
  }: { companyId: string; id: string; status?: number; rights?: object },
) {
  return db.insertInto('role').values({
    company_id: companyId,
    id,
    name: id,
    name_search: id.toLowerCase(),
    role_status: status,
    permissions: JSON.stringify(rights),
    created_at: 0,
  })
}

/** Bound to no region, without a password. */
export function bareAccount(
  { db }: Storage,
  { companyId, id, roleId }: { companyId: string; id: string; roleId: string },
) {
  return db.insertInto('account').values({
    company_id: companyId,
    id,
    name: id,
    display_name: id,
    display_name_search: id.toLowerCase(),
    phone: null,
    email: null,
    email_search: '',
    password_hash: null,
    password_state: 'own',
    role_id: roleId,
    all_regions: 1,
    admin_role: 0,
    icon: null,
    disabled: 0,
    created_at: 0,
  })
}
