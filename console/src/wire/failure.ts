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

/** For calls by `send`, whose failure is shown by then and ends what is run. Returns whether nothing failed. */
export async function succeeds(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    return false
  }
}
