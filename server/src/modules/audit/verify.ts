import { isSame, markOf, NO_ROW, sealOf } from './chain.ts'
import type { AuditStore } from './store.ts'

/** `altered`: a row, or what says where the chain ends, is not as it was written · `removed`: rows before it are gone · `cut`: the last ones are. */
export interface Breach {
  companyId: string
  kind: 'altered' | 'removed' | 'cut'
  /** The first row that is wrong, or missing. */
  seq: number
}

export interface Verification {
  rows: number
  companies: number
  breaches: Breach[]
}

/** Reads every row once. Each company's first breach is told: what comes after it proves nothing. */
export async function verifyAudit(store: AuditStore, key: Buffer): Promise<Verification> {
  const ids = new Set(
    [...(await store.heads()), ...(await store.companies())].map(({ company_id }) => company_id),
  )
  const breaches: Breach[] = []
  let rows = 0
  for (const companyId of ids) {
    const found = await verifyCompany(companyId, store, key)
    rows += found.rows
    if (found.breach) breaches.push({ companyId, ...found.breach })
  }
  return { rows, companies: ids.size, breaches }
}

interface Found {
  rows: number
  breach?: Omit<Breach, 'companyId'>
}

/** Rows that are written meanwhile are left to the next time. */
async function verifyCompany(companyId: string, store: AuditStore, key: Buffer): Promise<Found> {
  const head = await store.head(companyId)
  if (!head) return { rows: 0, breach: { kind: 'altered', seq: 1 } }
  if (!isSame(head.seal, sealOf(key, companyId, head.seq, head.mac)))
    return { rows: 0, breach: { kind: 'altered', seq: head.seq } }
  let last = { seq: 0, mac: NO_ROW }
  while (last.seq < head.seq) {
    const rows = await store.after(companyId, last.seq, head.seq)
    if (rows.length === 0) return { rows: last.seq, breach: { kind: 'cut', seq: last.seq + 1 } }
    for (const row of rows) {
      const seq = last.seq + 1
      if (row.seq !== seq) return { rows: last.seq, breach: { kind: 'removed', seq } }
      if (!isSame(row.mac, markOf(key, last.mac, row)))
        return { rows: last.seq, breach: { kind: 'altered', seq } }
      last = { seq, mac: row.mac }
    }
  }
  if (!isSame(head.mac, last.mac)) return { rows: last.seq, breach: { kind: 'altered', seq: head.seq } }
  // Asked in this order, a row that came in between is one that the newer head knows.
  const end = await store.lastSeq(companyId)
  const now = await store.head(companyId)
  if (end > (now?.seq ?? 0)) return { rows: last.seq, breach: { kind: 'altered', seq: (now?.seq ?? 0) + 1 } }
  return { rows: last.seq }
}
