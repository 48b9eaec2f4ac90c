import { OperatorError } from '../operator-error.ts'

/** The rows contradict the schema; nothing of the unit was stored. */
export class ConstraintViolation extends Error {
  override readonly name: string = 'ConstraintViolation'
}

/** A row with this key exists. `constraint` is `<table>_<column>_…_key` with the key's columns in order. */
export class UniqueViolation extends ConstraintViolation {
  override readonly name = 'UniqueViolation'
  readonly table: string
  readonly constraint: string

  constructor(table: string, constraint: string) {
    super(`a row with this key exists: ${constraint}`)
    this.table = table
    this.constraint = constraint
  }
}

/** A row refers to one that does not exist, or one that others refer to was to go. SQLite can't say which. */
export class ReferenceViolation extends ConstraintViolation {
  override readonly name = 'ReferenceViolation'
}

/**
 * `full`: the disk is, and the unit was rolled back · `busy`: too many wait · `timeout`: it took longer than it may ·
 * `unavailable`: the database went away; a write may or may not have been stored · `closed`: after `close()`.
 */
export type StorageFailureReason = 'full' | 'busy' | 'timeout' | 'unavailable' | 'closed'

export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  readonly reason: StorageFailureReason

  constructor(reason: StorageFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** What the operator can mend, in a sentence; undefined for a bug, which keeps its stack. */
export function operatorSentence(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof StorageFailure)) return undefined
  const isDamaged = /malformed|not a database|corrupt/i.test(error.message)
  const advice = isDamaged ? '. Stop the platform and put a backup back: npm run restore' : ''
  return `Vedette can't use its database: ${error.message}${advice}`
}
