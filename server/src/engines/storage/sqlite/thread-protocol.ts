import type { Statement } from '../statement.ts'
import type { WriteResult } from '../storage.ts'
import type { Fault } from './fault.ts'

export interface ThreadSettings {
  readonly path: string
  readonly readOnly: boolean
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault }

/** Each request's answer stands at the same key of `Answers`. */
export interface Requests {
  run: Statement
  /** One transaction with a savepoint for each unit. */
  units: readonly (readonly Statement[])[]
  begin: undefined
  /** A statement of the transaction that `begin` opened. */
  step: Statement
  commit: undefined
  rollback: undefined
}

export interface Answers {
  run: WriteResult
  units: Outcome<WriteResult[]>[]
  begin: undefined
  step: WriteResult
  commit: undefined
  rollback: undefined
}

export type Kind = keyof Requests

export interface RequestMessage<K extends Kind = Kind> {
  readonly id: number
  readonly kind: K
  readonly body: Requests[K]
}

/** The settings come first, and once. */
export type ThreadMessage = ThreadSettings | RequestMessage | 'close'

export interface AnswerMessage {
  readonly id: number
  readonly outcome: Outcome<Answers[Kind]>
}
