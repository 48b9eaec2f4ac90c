/** One company on a real database, below HTTP, whose accounts have no more than they must. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openSecretBox, type SecretBox } from '../engines/secret-box.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { bareAccount, bareCompany, bareRole } from './bare-rows.ts'
import { type engines, openTestStorage } from './storage.ts'

export const COMPANY = 'company1'
const ROLE = { companyId: COMPANY, id: 'role' }

export interface BareCompany {
  storage: Storage
  secretBox: SecretBox
  /** Returns its id. */
  newAccount: () => Promise<string>
  close: () => Promise<void>
}

export async function openBareCompany(engine: (typeof engines)[number]): Promise<BareCompany> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bare-'))
  const secretBox = await openSecretBox(folder, undefined)
  const database = await openTestStorage(engine)
  const { storage } = database
  await storage.write([bareCompany(storage, COMPANY), bareRole(storage, ROLE)])
  let made = 0
  return {
    storage,
    secretBox,
    async newAccount() {
      const id = `account${++made}`
      await storage.write([bareAccount(storage, { companyId: COMPANY, id, roleId: ROLE.id })])
      return id
    },
    async close() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}
