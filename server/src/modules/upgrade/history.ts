import { type Upgrade, UPGRADE_STATES, UPGRADE_WORDS } from '@vedette/contract/calls/upgrade'
import { z } from 'zod'

import type { Regions } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { upgradeStore } from './store.ts'

const State = z.enum(UPGRADE_STATES)
const Word = z.enum(UPGRADE_WORDS)

interface AskedUpgrades {
  DID?: string | undefined
  Page: number
  PageSize: number
}

/** Pages of a company's upgrades, newest first; those of devices that are gone are seen by anyone who sees all regions. */
export function upgradeReader(storage: Storage) {
  const store = upgradeStore(storage)
  return async (
    companyId: string,
    regions: Regions,
    { DID, Page, PageSize }: AskedUpgrades,
  ): Promise<{ Total: number; List: Upgrade[] }> => {
    const page = { did: DID, offset: (Page - 1) * PageSize, limit: PageSize }
    const { total, rows } = await store.page(companyId, regions, page)
    const List = rows.map((row) => ({
      ID: row.id,
      DID: row.did,
      DevName: row.current_name ?? row.name,
      From: row.from_version,
      To: row.to_version,
      State: State.parse(row.state),
      Progress: row.progress,
      ...(row.word === null ? {} : { Word: Word.parse(row.word) }),
      CreatedAt: row.created_at,
      ChangedAt: row.changed_at,
    }))
    return { Total: total, List }
  }
}
