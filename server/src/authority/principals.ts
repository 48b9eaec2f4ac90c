import type { Variant } from '@vedette/contract/pages'

import type { Principal, Regions } from './principal.ts'
import { lacking, rightsOfRole } from './rights.ts'
import type { AuthorityStore, SessionRow } from './store.ts'

/** Principals by session, each true for the epoch that its company had when the session's row was read. */
export class Principals {
  readonly #store: AuthorityStore
  readonly #variants: readonly Variant[]
  readonly #onChange: (sessionId: string) => void
  readonly #bySession = new Map<string, Principal>()

  /** `onChange` hears of a session that goes on with other rights. */
  constructor(store: AuthorityStore, variants: readonly Variant[], onChange: (sessionId: string) => void) {
    this.#store = store
    this.#variants = variants
    this.#onChange = onChange
  }

  knows(sessionId: string): boolean {
    return this.#bySession.has(sessionId)
  }

  forget(sessionId: string): void {
    this.#bySession.delete(sessionId)
  }

  /** The session's principal, undefined when its account is gone. */
  async of(session: SessionRow): Promise<Principal | undefined> {
    const cached = this.#bySession.get(session.id)
    if (cached && cached.epoch >= session.epoch) return cached
    const loaded = await this.#load(session)
    if (!loaded) return undefined
    // Another request may have loaded meanwhile, for a later epoch.
    const before = this.#bySession.get(session.id)
    if (before && before.epoch >= loaded.epoch) return before
    this.#bySession.set(session.id, loaded)
    if (before && !haveSameRights(before, loaded)) this.#onChange(session.id)
    return loaded
  }

  async #load(session: SessionRow): Promise<Principal | undefined> {
    const held = await this.#heldBy(session.company_id, session.account_id)
    if (!held) return undefined
    const who = {
      companyId: session.company_id,
      companyCode: session.code,
      accountId: session.account_id,
      sessionId: session.id,
      epoch: session.epoch,
    }
    const actual = { ...who, ...held, preview: false }
    return session.preview_role_id === null ? actual : this.#lookingAt(session.preview_role_id, actual)
  }

  /** What an account may do now, no matter who asks, without a session: by itself, or in a preview of a role. */
  async ofAccount(
    company: { id: string; code: string },
    accountId: string,
    previewRoleId?: string,
  ): Promise<Principal | undefined> {
    const held = await this.#heldBy(company.id, accountId)
    if (!held) return undefined
    const who = { companyId: company.id, companyCode: company.code, accountId, sessionId: '', epoch: 0 }
    const actual = { ...who, ...held, preview: false }
    return previewRoleId === undefined ? actual : this.#lookingAt(previewRoleId, actual)
  }

  /** A role that is gone, or whose viewer may not look at roles or is smaller than it, is not looked at. */
  async #lookingAt(roleId: string, viewer: Principal): Promise<Principal | undefined> {
    const role = await this.#store.role(viewer.companyId, roleId)
    if (!role || !viewer.pages.has('roleManger')) return undefined
    const pages = rightsOfRole(role, this.#variants)
    if (lacking(viewer, role.role_status, pages).length > 0) return undefined
    return { ...viewer, roleId, roleStatus: role.role_status, pages, preview: true }
  }

  async #heldBy(companyId: string, accountId: string) {
    const account = await this.#store.accountWithRole(companyId, accountId)
    if (!account) return undefined
    const regions: Regions = account.all_regions
      ? 'all'
      : new Set(await this.#store.boundRegions(companyId, accountId))
    return {
      accountName: account.name,
      roleId: account.role_id,
      roleStatus: account.role_status,
      pages: rightsOfRole(account, this.#variants),
      regions,
    }
  }
}

/** Whether two principals of one session may do the same on the same regions. */
function haveSameRights(a: Principal, b: Principal): boolean {
  return (
    a.roleId === b.roleId &&
    a.roleStatus === b.roleStatus &&
    a.pages.size === b.pages.size &&
    [...a.pages].every(([page, features]) => isSameSet(features, b.pages.get(page))) &&
    areSameRegions(a.regions, b.regions)
  )
}

function areSameRegions(a: Regions, b: Regions): boolean {
  return a === 'all' || b === 'all' ? a === b : isSameSet(a, b)
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): boolean {
  return b !== undefined && a.size === b.size && [...a].every((item) => b.has(item))
}
