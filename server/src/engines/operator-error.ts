/** The operator can mend it: the message is one sentence that says what, and no stack is shown. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
