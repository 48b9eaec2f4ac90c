import type { Storage } from '../../engines/storage/storage.ts'

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
    async insert(ticketHash: string, ticket: Ticket, now: number, expiresAt: number): Promise<void> {
      await storage.write([
        db.deleteFrom('login_ticket').where('expires_at', '<', now),
        db.insertInto('login_ticket').values({
          ticket_hash: ticketHash,
          company_id: ticket.companyId,
          account_id: ticket.accountId,
          kind: ticket.kind,
          means: ticket.means,
          has_second_factor: ticket.hasSecondFactor ? 1 : 0,
          code_id: ticket.codeId,
          expires_at: expiresAt,
        }),
      ])
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
