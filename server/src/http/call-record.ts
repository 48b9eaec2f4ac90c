/** What the audit log gets of one call: its beginning, and one of four ends. */
import type { Call } from '@vedette/contract/call'
import { Refusal } from '@vedette/contract/codes'
import type { ObjectRef } from '@vedette/contract/ids'

import type { Details, Who } from '../authority/audited.ts'
import type { Principal } from '../authority/principal.ts'
import type { AuditLog } from '../modules/audit/index.ts'
import { failureOf } from './failure.ts'
import type { Visitor } from './route.ts'

interface Asked {
  call: Call
  principal: Principal | undefined
  objects: readonly ObjectRef[]
  address: string
}

interface Needs {
  audit: AuditLog
  onError: (error: unknown) => void
}

type Account = Omit<Who, 'sessionId'>

/** Records the work of a call: a change before it is done, a disclosure before it is answered, and how both ended. */
export async function onRecord(
  asked: Asked,
  needs: Needs,
  work: (says: CallRecord['says']) => Promise<unknown>,
): Promise<unknown> {
  const record = new CallRecord(asked, needs)
  await record.begins()
  const reply = await work(record.says).catch(async (error: unknown) => {
    await record.failed(error)
    throw error
  })
  if (record.isDisclosure) await record.disclosed()
  else await record.changed()
  if (asked.call.access === 'public') record.signedIn(reply)
  return reply
}

class CallRecord {
  readonly #asked: Asked
  readonly #needs: Needs
  #details: Details = {}
  #concerned: readonly ObjectRef[] = []
  /** The account that somebody tries to log in to. */
  #tried: Who | undefined
  /** Ends the audit row that was begun before the action. */
  #endRow: ((code: string, details: Details) => Promise<void>) | undefined

  constructor(asked: Asked, needs: Needs) {
    this.#asked = asked
    this.#needs = needs
  }

  /** What the handler says of itself. */
  readonly says: Pick<Visitor, 'tell' | 'concerns' | 'triesToBe' | 'actsAs' | 'doesFor'> = {
    tell: (more) => void (this.#details = { ...this.#details, ...more }),
    concerns: (objects) => void (this.#concerned = objects),
    triesToBe: (account) => void (this.#tried = withoutSession(account)),
    actsAs: async (account) => void (this.#endRow = await this.#needs.audit.begin(this.#actionOf(account))),
    doesFor: (account, more) => this.#needs.audit.seen(this.#actionOf(account), more),
  }

  /** What is disclosed is so by the answer, so that one row before it is enough. */
  get isDisclosure(): boolean {
    return this.#action !== undefined && this.#endRow === undefined
  }

  async begins(): Promise<void> {
    if (this.#action && this.#asked.call.effect !== 'discloses')
      this.#endRow = await this.#needs.audit.begin(this.#action)
  }

  async changed(): Promise<void> {
    await this.#end(this.#asked.call.success)
  }

  async disclosed(): Promise<void> {
    if (this.#action) await this.#needs.audit.seen(this.#action, this.#details)
  }

  async failed(error: unknown): Promise<void> {
    const { audit } = this.#needs
    const { call, principal, address } = this.#asked
    const code = failureOf(error).answer.CODE
    if (this.#action) this.#endRow ??= await audit.begin(this.#action)
    await this.#end(code)
    const tried = this.#tried
    // The row of another company's caller is not in the log of the one whose account was tried.
    const isTold = principal ? principal.companyId === tried?.companyId : this.#endRow !== undefined
    if (tried && !isTold && error instanceof Refusal)
      audit.failedLogin({ who: tried, path: call.path, objects: [], address }, code)
  }

  signedIn(reply: unknown): void {
    const { call, address } = this.#asked
    this.#needs.audit.signedIn(call.path, reply, address, this.#details)
  }

  /** What is to be recorded: nothing of a call that only reads, or that comes from nobody. */
  get #action() {
    const { call, principal } = this.#asked
    return principal && call.effect !== 'reads' ? this.#actionOf(principal) : undefined
  }

  #actionOf(who: Principal | Account) {
    const { call, address } = this.#asked
    const objects = [...this.#asked.objects, ...this.#concerned]
    return { who: 'sessionId' in who ? who : withoutSession(who), path: call.path, objects, address }
  }

  /** The work is done or refused whatever becomes of this row: without it the log says that it is unfinished. */
  async #end(code: string): Promise<void> {
    await this.#endRow?.(code, this.#details).catch(this.#needs.onError)
  }
}

const withoutSession = (account: Account): Who => ({ ...account, sessionId: '' })
