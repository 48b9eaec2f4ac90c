/** Writes down who does what, from where: what changes something before it is done and how it ended, what is seen once. */
import type { ObjectRef } from '@vedette/contract/ids'
import { z } from 'zod'

import type { Details, Who } from '../../authority/audited.ts'
import type { Clock, Timer } from '../../engines/clock.ts'
import { TokenBucket } from '../../push/token-bucket.ts'
import type { AuditStore, NewRow } from './store.ts'

/** Objects of one action that are told by name. */
const TARGETS_TOLD = 20
const ROWS_OF_BATCH = 200
/** What one account is refused fills the log no faster than this; how much was left out is told with the next. */
const REFUSALS = { perSecond: 0.2, burst: 20 }
/** As much of failed log-ins of one account, by themselves: a guesser does not hide what its owner is refused. */
const FAILED_LOGINS = { perSecond: 1 / 60, burst: 10 }
const ACCOUNTS_KNOWN = 10_000
const LOOKS_KNOWN = 10_000
/** Who looks at the same thing again within this time goes on looking. */
const LOOK_MS = 60_000
/** What somebody sees of one camera's past within this time is one row. */
const MOMENTS_MS = 60_000

export interface AuditAction {
  who: Who
  path: string
  objects: readonly ObjectRef[]
  address: string
}

const SignedIn = z.object({ CompanyInfos: z.array(z.object({ CompanyID: z.string(), UID: z.string() })) })

interface Waiting {
  row: NewRow
  resolve: (seq: number) => void
  reject: (error: unknown) => void
}

/** Pictures of a camera's past that somebody sees one after the other. */
interface Moments {
  fromMs: number
  toMs: number
  pictures: number
  /** Once the row is stored: how its end is told. */
  begun: ReturnType<AuditLog['begin']>
  end: () => Promise<void>
}

interface Needs {
  store: AuditStore
  key: Buffer
  clock: Clock
  onError: (error: unknown) => void
}

export class AuditLog {
  readonly #needs: Needs
  readonly #waiting: Waiting[] = []
  readonly #refusals = new Map<string, { bucket: TokenBucket; omitted: number }>()
  /** When each session last looked at what, the latest at the end. */
  readonly #looks = new Map<string, { at: number; written: Promise<void> }>()
  /** By who looks at what. */
  readonly #moments = new Map<string, Moments>()
  #writing: Promise<void> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Resolves once it is stored that the action is about to be done. Returns how its end is told. */
  async begin(
    action: AuditAction,
    known: Details = {},
  ): Promise<(code: string, details: Details) => Promise<void>> {
    const row = await this.#rowOf(action, 'begun', '', known)
    const begun = await this.#append(row)
    return async (code, details) => {
      const { clock } = this.#needs
      const end = { ...row, at: clock.now(), kind: 'ended', begun, targets: '{}', search: '' }
      await this.#append({ ...end, code, details: JSON.stringify(details) })
    }
  }

  /** An action that is over with being told: a log-in, a look. */
  async seen(action: AuditAction, details: Details = {}): Promise<void> {
    await this.#append(await this.#rowOf(action, 'seen', '', details))
  }

  /** What a public call answered, in case it let somebody in: each company hears of it, the chosen one with the details. */
  signedIn(path: string, reply: unknown, address: string, details: Details = {}): void {
    const infos = SignedIn.safeParse(reply).data?.CompanyInfos ?? []
    for (const [at, { CompanyID: companyId, UID: accountId }] of infos.entries()) {
      const write = async (): Promise<void> => {
        const names = await this.#needs.store.account(companyId, accountId)
        if (!names) return
        const who = {
          companyId,
          accountId,
          sessionId: '',
          companyCode: names.code,
          accountName: names.name,
        }
        await this.seen({ who, path, objects: [], address }, at === 0 ? details : {})
      }
      write().catch(this.#needs.onError)
    }
  }

  /** Resolves once it is stored: no picture is shown before. */
  async watched(who: Who, did: string, channel: number, address: string): Promise<void> {
    const objects = [{ kind: 'device', id: did } as const]
    const action = { who, path: '/vms/media/live', objects, address }
    await this.#look(`${who.sessionId} ${did} ${channel}`, action, { channel })
  }

  /** Resolves once it is stored. The many requests of one player for what is `content` are one look. */
  async fetched(action: AuditAction, content: string, details: Details): Promise<void> {
    await this.#look(`${action.who.sessionId} ${action.address} ${action.path} ${content}`, action, details)
  }

  /**
   * Resolves once it is stored that somebody looks at pictures of these objects' past. What follows within a minute is the same row, which
   * then says from when to when they were: the many pictures under a pointer do not fill the log.
   */
  async sawMoment(action: AuditAction, atMs: number, details: Details): Promise<void> {
    const { who, address, path, objects } = action
    const key = JSON.stringify([who.sessionId, address, path, objects, details])
    const moments = this.#moments.get(key) ?? this.#beginMoments(key, action, atMs, details)
    moments.fromMs = Math.min(moments.fromMs, atMs)
    moments.toMs = Math.max(moments.toMs, atMs)
    moments.pictures++
    await moments.begun
  }

  /** Nobody waits for it, and who is refused all day does not fill the disk. */
  refused(action: AuditAction, code: string): void {
    this.#refuse(action.who.accountId, REFUSALS, action, code)
  }

  /** Somebody did not show to be this account; `who` has no session. */
  failedLogin(action: AuditAction, code: string): void {
    this.#refuse(`login ${action.who.accountId}`, FAILED_LOGINS, action, code)
  }

  /** Resolves once all that was told is stored. */
  async close(): Promise<void> {
    await Promise.all([...this.#moments.values()].map(({ end }) => end()))
    while (this.#writing) await this.#writing
  }

  #beginMoments(key: string, action: AuditAction, atMs: number, details: Details): Moments {
    let timer: Timer | undefined
    const spanOf = ({ fromMs, toMs }: Pick<Moments, 'fromMs' | 'toMs'>): Details => {
      const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
      return { ...details, from, to }
    }
    const at = { fromMs: atMs, toMs: atMs }
    const moments: Moments = {
      ...at,
      pictures: 0,
      begun: this.begin(action, spanOf(at)),
      end: async () => {
        if (this.#moments.get(key) !== moments) return
        this.#moments.delete(key)
        timer?.stop()
        const tellEnd = await moments.begun.catch(() => undefined)
        // Those who came for a picture were told that nothing could be stored.
        await tellEnd?.('200', { ...spanOf(moments), pictures: moments.pictures }).catch(this.#needs.onError)
      },
    }
    // What was not written down is to be when it is looked at again.
    moments.begun.catch(() => void moments.end())
    timer = this.#needs.clock.after(MOMENTS_MS, () => void moments.end())
    this.#moments.set(key, moments)
    return moments
  }

  #look(key: string, action: AuditAction, details: Details): Promise<void> {
    const now = this.#needs.clock.now()
    const last = this.#looks.get(key)
    const isNew = !last || now - last.at >= LOOK_MS
    const look = { at: now, written: isNew ? this.seen(action, details) : last.written }
    this.#looks.delete(key)
    this.#looks.set(key, look)
    const [oldest] = this.#looks.keys()
    if (this.#looks.size > LOOKS_KNOWN && oldest !== undefined) this.#looks.delete(oldest)
    return look.written.catch((error: unknown) => {
      // What was not written down is to be when it is looked at again.
      if (this.#looks.get(key)?.written === look.written) this.#looks.delete(key)
      throw error
    })
  }

  #refuse(subject: string, rate: typeof REFUSALS, action: AuditAction, code: string): void {
    const now = this.#needs.clock.now()
    const known = this.#refusals.get(subject) ?? { bucket: new TokenBucket(rate, now), omitted: 0 }
    this.#refusals.set(subject, known)
    const [oldest] = this.#refusals.keys()
    if (this.#refusals.size > ACCOUNTS_KNOWN && oldest !== undefined) this.#refusals.delete(oldest)
    if (!known.bucket.take(1, now)) return void known.omitted++
    const details = known.omitted > 0 ? { omitted: known.omitted } : {}
    known.omitted = 0
    const write = async (): Promise<void> => {
      await this.#append(await this.#rowOf(action, 'refused', code, details))
    }
    write().catch(this.#needs.onError)
  }

  async #rowOf(
    { who, path, objects, address }: AuditAction,
    kind: string,
    code: string,
    details: Details,
  ): Promise<NewRow> {
    const { store, clock } = this.#needs
    const told = objects.slice(0, TARGETS_TOLD)
    const names = told.length > 0 ? await store.namesOf(who.companyId, told) : new Map<string, string>()
    const list = told.map((object) => ({
      ...object,
      name: names.get(`${object.kind}:${object.id}`) ?? '',
    }))
    const account = `${who.companyCode}_${who.accountName}`
    const words = [account, address, ...list.flatMap(({ id, name }) => [id, name])]
    return {
      company_id: who.companyId,
      at: clock.now(),
      kind,
      begun: null,
      account_id: who.accountId,
      account,
      session_id: who.sessionId,
      address,
      path,
      targets: JSON.stringify({ list, count: objects.length }),
      search: words.join(' ').toLowerCase(),
      code,
      details: JSON.stringify(details),
    }
  }

  #append(row: NewRow): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#waiting.push({ row, resolve, reject })
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    return promise
  }

  /** Whatever came while the last rows were written goes in one transaction. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, ROWS_OF_BATCH)
      try {
        const numbers = await this.#needs.store.append(
          this.#needs.key,
          batch.map(({ row }) => row),
        )
        for (const [at, { resolve }] of batch.entries()) resolve(numbers[at] ?? 0)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }
}
