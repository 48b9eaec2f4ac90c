import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'

const MOST_ANSWERS = 2000
const MARK_BYTES = 16

/**
 * What was read of a database, until anybody writes. Each write leaves a new mark in a file beside the database before
 * it is answered, so that it is seen whichever process did it: commands of the operator write beside the platform.
 */
export class Remembered {
  readonly #file: number
  /** Who writes, then how often he did. */
  readonly #mark = Buffer.concat([randomBytes(MARK_BYTES - 8), Buffer.alloc(8)])
  readonly #found = Buffer.alloc(MARK_BYTES)
  readonly #last = Buffer.alloc(MARK_BYTES)
  #writes = 0n
  #answers = new Map<string, Promise<unknown>>()

  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-mark`, constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  /** A read that began before a write is kept among answers that nobody asks for any more. */
  of<T>(key: string, read: () => Promise<T>): Promise<T> {
    if (this.#wroteAnother()) this.#answers = new Map()
    const answers = this.#answers
    const known = answers.get(key)
    if (known) return ofItsKey(known)
    if (answers.size >= MOST_ANSWERS) answers.clear()
    const answer = read()
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }

  /** Must be called between a write and its answer. */
  forget(): void {
    this.#answers = new Map()
    this.#mark.writeBigUInt64LE(++this.#writes, MARK_BYTES - 8)
    writeSync(this.#file, this.#mark, 0, MARK_BYTES, 0)
    this.#mark.copy(this.#last)
  }

  close(): void {
    closeSync(this.#file)
  }

  #wroteAnother(): boolean {
    readSync(this.#file, this.#found, 0, MARK_BYTES, 0)
    if (this.#found.equals(this.#last)) return false
    this.#found.copy(this.#last)
    return true
  }
}

/** A key stands for one question, whose answer has the type that the same question had before. */
function ofItsKey<T>(answer: Promise<unknown>): Promise<T> {
  return answer as Promise<T>
}
