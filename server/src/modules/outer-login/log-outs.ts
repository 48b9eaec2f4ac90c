/** Where browsers end what a log-in began at an identity provider. */
import { hashOfToken } from '../../authority/token.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type OuterLogOuts = ReturnType<typeof outerLogOuts>

export function outerLogOuts({ storage, secretBox }: { storage: Storage; secretBox: SecretBox }) {
  const { db } = storage
  // The address holds an ID token.
  const ownerOf = (companyId: string) => ({ companyId, did: 'log-out at the identity provider' })
  return {
    /** Keeps the log-out address for the session that has this token. */
    async keep(companyId: string, utoken: string, url: string): Promise<void> {
      const token_hash = hashOfToken(utoken)
      if (token_hash === undefined) throw new Error('a new token is no token')
      const url_box = secretBox.seal(new Secret(url), ownerOf(companyId))
      await storage.write([
        db.insertInto('provider_log_out').values({ company_id: companyId, token_hash, url_box }),
      ])
    },

    /** Undefined for a session that no provider began, or that stays open there. */
    async take(companyId: string, sessionId: string): Promise<string | undefined> {
      const hash = db
        .selectFrom('session')
        .where('company_id', '=', companyId)
        .where('id', '=', sessionId)
        .select('token_hash')
      const [taken] = await storage.write([
        db
          .deleteFrom('provider_log_out')
          .where('company_id', '=', companyId)
          .where('token_hash', 'in', hash)
          .returning('url_box'),
      ])
      const [row] = taken.rows
      return row && secretBox.open(row.url_box, ownerOf(companyId)).reveal()
    },
  }
}
