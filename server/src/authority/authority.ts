/** The choke point: who asks, and whether they may. */
import { Refusal } from '@vedette/contract/codes'
import type { ObjectRef } from '@vedette/contract/ids'
import type { Variant } from '@vedette/contract/pages'

import type { Clock } from '../engines/clock.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { enforce, check, type CheckedCall, type Verdict } from './authorize.ts'
import type { Principal } from './principal.ts'
import { Principals } from './principals.ts'
import type { SessionEndListener } from './session-end.ts'
import { Sessions } from './sessions.ts'
import { authorityStore, type SessionRow } from './store.ts'
import { hashOfToken } from './token.ts'

export type { SessionEnd } from './session-end.ts'

export interface Authority {
  /** Throws Refusal `notLoggedIn` for a missing or unknown token, `tokenExpired` for an expired or revoked one. */
  authenticate(token: string | undefined): Promise<Principal>

  /** The session's principal as it is now, undefined once the session ended. Is no activity. */
  principalOf(sessionId: string): Promise<Principal | undefined>

  /**
   * Throws Refusal `notLoggedIn`, `noPermission` (page, feature) or `noDataAuthority` (an object that is unknown, of
   * another company or of another region: alike). Resolves when the call is admitted on all of these objects.
   */
  authorize(principal: Principal | undefined, call: CheckedCall, objects: readonly ObjectRef[]): Promise<void>

  /** What `authorize` decides and why, for those who may know why. */
  check(principal: Principal | undefined, call: CheckedCall, objects: readonly ObjectRef[]): Promise<Verdict>

  /** Who an account would be if it asked now, or in a preview of a role; undefined where there is none, or it may not look. */
  principalOfAccount(
    company: { id: string; code: string },
    accountId: string,
    previewRoleId?: string,
  ): Promise<Principal | undefined>

  /** Notes activity, so that the session does not end for being idle. Costs nothing. */
  touch(sessionId: string): void

  /** Tells of sessions that ended or changed, within 5 s of the action on any machine. Returns how to stop listening. */
  onSessionEnd(listener: SessionEndListener): () => void

  /** Ends a session, here at once. */
  revokeSession(companyId: string, sessionId: string): Promise<void>

  /** Ends all sessions of an account, here at once. */
  revokeAccount(companyId: string, accountId: string): Promise<void>

  /** Looks now for what a change of accounts, roles or regions did to the sessions in use, rather than with the next sweep. */
  refresh(): Promise<void>

  /** Sessions that were active on this machine within the last minutes. */
  sessionsInUse(): number

  /** Stops sweeping and writes what was noted. */
  close(): Promise<void>
}

interface AuthorityNeeds {
  storage: Storage
  clock: Clock
  variants: readonly Variant[]
  /** Hears what went wrong where nobody waits for an answer. */
  onError: (error: unknown) => void
}

export function createAuthority({ storage, clock, variants, onError }: AuthorityNeeds): Authority {
  const store = authorityStore(storage)
  const principals: Principals = new Principals(store, variants, (id) => sessions.tell(id, 'rights'))
  const sessions = new Sessions(store, clock, principals, onError)

  const principalIn = async (read: SessionRow): Promise<Principal | undefined> => {
    let row: SessionRow | undefined = read
    // It may have been read before its activity was stored, and checked after the sweep forgot that it was in use.
    if (sessions.endOf(read) === 'expired') [row] = await store.sessionsById([read.id])
    return row && !sessions.endOf(row) ? principals.of(row) : undefined
  }

  return {
    async authenticate(token) {
      const hash = token === undefined ? undefined : hashOfToken(token)
      const row = hash === undefined ? undefined : await store.sessionOfToken(hash)
      if (!row) throw new Refusal('notLoggedIn')
      const principal = await principalIn(row)
      if (!principal) throw new Refusal('tokenExpired')
      sessions.touch(row.id)
      return principal
    },
    async principalOf(sessionId) {
      const [row] = await store.sessionsById([sessionId])
      return row && principalIn(row)
    },
    authorize: async (principal, call, objects) => enforce(await check(store, principal, call, objects)),
    check: (principal, call, objects) => check(store, principal, call, objects),
    principalOfAccount: (company, accountId, previewRoleId) =>
      principals.ofAccount(company, accountId, previewRoleId),
    touch: (sessionId) => sessions.touch(sessionId),
    onSessionEnd: (listener) => sessions.listen(listener),
    async revokeSession(companyId, sessionId) {
      const ended = await store.revokeSession(companyId, sessionId, clock.now())
      for (const id of new Set([sessionId, ...ended])) sessions.end(id, 'revoked')
    },
    async revokeAccount(companyId, accountId) {
      const ended = await store.revokeAccount(companyId, accountId, clock.now())
      for (const sessionId of ended) sessions.end(sessionId, 'revoked')
    },
    refresh: () => sessions.sweep(),
    sessionsInUse: () => sessions.inUse,
    close: () => sessions.close(),
  }
}
