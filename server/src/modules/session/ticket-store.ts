import type { Storage } from '../../engines/storage/storage.ts'
import { asChecked, type CheckedAccount } from './as-checked.ts'

export interface Ticket {
  companyId: string
  accountId: string
  kind: 'secondFactor' | 'newPassword'
  /** `outer`: the company's identity provider knows the person. */
  means: 'password' | 'code' | 'outer'
  hasSecondFactor: boolean
  codeId: string | null
}

/** Log-ins that are not complete yet. A ticket's company is known by the ticket alone. */
export function ticketStore(storage: Storage) {
  const { db } = storage
  return {
    /** Returns whether the account was still as it was checked. */
    async insert(
      account: CheckedAccount,
      ticketHash: string,
      ticket: Omit<Ticket, 'companyId' | 'accountId'>,
      { now, expiresAt }: { now: number; expiresAt: number },
    ): Promise<boolean> {
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(asChecked(storage, account))
        if (rows.length === 0) return false
        await transaction.run(db.deleteFrom('login_ticket').where('expires_at', '<', now))
        await transaction.run(
          db.insertInto('login_ticket').values({
            ticket_hash: ticketHash,
            company_id: account.company_id,
            account_id: account.id,
            kind: ticket.kind,
            means: ticket.means,
            has_second_factor: ticket.hasSecondFactor ? 1 : 0,
            code_id: ticket.codeId,
            expires_at: expiresAt,
          }),
        )
        return true
      })
    },

    async of(ticketHash: string, kind: Ticket['kind'], now: number): Promise<Ticket | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('login_ticket')
          .where('ticket_hash', '=', ticketHash)
          .where('kind', '=', kind)
          .where('expires_at', '>', now)
          .selectAll(),
      )
      return (
        row && {
          companyId: row.company_id,
          accountId: row.account_id,
          kind: row.kind,
          means: row.means,
          hasSecondFactor: row.has_second_factor === 1,
          codeId: row.code_id,
        }
      )
    },

    /** Returns whether it was there until now. */
    async use(ticketHash: string): Promise<boolean> {
      const [used] = await storage.write([
        db.deleteFrom('login_ticket').where('ticket_hash', '=', ticketHash),
      ])
      return used.changes > 0
    },
  }
}

/** A password that is replaced leaves no log-in open that began with the old one: belongs into the same unit. */
export function withoutOpenLogins({ db }: Pick<Storage, 'db'>, companyId: string, accountId: string) {
  return db.deleteFrom('login_ticket').where('company_id', '=', companyId).where('account_id', '=', accountId)
}

export type TicketStore = ReturnType<typeof ticketStore>
