import { type CodeName, nameOfCode } from '@vedette/contract/codes'

/** A call that did not do what it says: the server refused, or no readable answer came. */
export class CallFailure extends Error {
  readonly code: string
  /** Undefined for a code outside the table. */
  readonly reason: CodeName | undefined
  readonly body: unknown

  constructor(code: string, body: unknown = {}, reason: CodeName | undefined = nameOfCode(code)) {
    super(`${code} ${reason ?? 'outside the table'}`)
    this.name = 'CallFailure'
    this.code = code
    this.reason = reason
    this.body = body
  }
}
