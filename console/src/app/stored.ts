/** What this browser keeps of a user: section 3, "Stored per user". */
import type { ZodType } from 'zod'

export type StoredKey =
  | 'userInfo'
  | 'companyInfos'
  | 'currentCompany'
  | 'currentAccount'
  | 'language'
  | 'languageMode'
  | 'setting'
  | 'passToken'
  | 'passURL'
  | 'loginProof'
  | 'permissions'
  | 'lately'
  | 'columnWidths'
  | 'hiddenEvents'
  | 'replayEvents'

/** What outlives a logout (section 4). */
const KEPT: readonly string[] = ['language', 'languageMode', 'setting', 'loginProof'] satisfies StoredKey[]

/** The part of the browser's Storage that is used, so that a test can lend a small one. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export class Stored {
  readonly #shelf: Shelf

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  /** Undefined for what is missing, no JSON or not of this shape: someone else wrote it, or an older console did. */
  read<T>(key: StoredKey, schema: ZodType<T>): T | undefined {
    const text = this.#shelf.getItem(key)
    if (text === null) return undefined
    try {
      return schema.safeParse(JSON.parse(text)).data
    } catch {
      // No JSON counts as missing, as said above.
      return undefined
    }
  }

  has(key: StoredKey): boolean {
    return this.#shelf.getItem(key) !== null
  }

  write(key: StoredKey, value: unknown): void {
    try {
      this.#shelf.setItem(key, JSON.stringify(value))
    } catch {
      // A full or forbidden storage costs only that the next visit starts anew.
    }
  }

  /** Removes everything but language, languageMode, setting and loginProof. */
  clearSession(): void {
    this.#clear(KEPT)
  }

  /** Called after a change of the password (section 4). */
  clearAll(): void {
    this.#clear([])
  }

  #clear(kept: readonly string[]): void {
    const keys = Array.from({ length: this.#shelf.length }, (_, i) => this.#shelf.key(i))
    for (const key of keys) if (key !== null && !kept.includes(key)) this.#shelf.removeItem(key)
  }
}

/** A shelf that forgets when the page ends, for browsers that forbid storage. */
export function memoryShelf(): Shelf {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

function shelfOr(open: () => Shelf | undefined): Shelf {
  try {
    return open() ?? memoryShelf()
  } catch {
    // Reading `localStorage` throws where the browser forbids it.
    return memoryShelf()
  }
}

export const stored = new Stored(shelfOr(() => globalThis.localStorage))
/** This tab's own, which a reload keeps. */
export const tabShelf = shelfOr(() => globalThis.sessionStorage)

/** The last of what a log-in writes: other windows of the browser hear of it. */
export const LOG_IN_STORED: StoredKey = 'passURL'
