import pg from 'pg'
import { ConstraintViolation, ReferenceViolation, StorageFailure, UniqueViolation } from '../failures.ts'

// SQLSTATE: https://www.postgresql.org/docs/15/errcodes-appendix.html
const NOT_NULL_VIOLATION = '23502'
const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const DISK_FULL = '53100'
const TOO_MANY_CONNECTIONS = '53300'
const QUERY_CANCELED = '57014'
const CONNECTION_EXCEPTIONS = '08'
const SHUTDOWNS = '57P'
const WRONG_LOGINS = '28'
const NO_SUCH_DATABASE = '3D000'

// The pool's own words; a server that does not answer gets others.
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect'

/** What the storage rejects with for an error of `pg`. */
export function errorOf(error: unknown): unknown {
  if (error instanceof RangeError || !(error instanceof Error)) return error
  if (error.message === NO_FREE_CONNECTION) {
    return new StorageFailure('busy', 'all connections to the database are in use', { cause: error })
  }
  if (!(error instanceof pg.DatabaseError)) {
    return new StorageFailure('unavailable', `the database can't be reached: ${sentenceOf(error)}`, {
      cause: error,
    })
  }
  const { code = '', message } = error
  switch (code) {
    case UNIQUE_VIOLATION:
      return new UniqueViolation(error.table ?? '', error.constraint ?? '')
    case FOREIGN_KEY_VIOLATION:
      return new ReferenceViolation(message)
    case NOT_NULL_VIOLATION:
    case CHECK_VIOLATION:
      return new ConstraintViolation(message)
    case SERIALIZATION_FAILURE:
    case DEADLOCK_DETECTED:
      return new StorageFailure('busy', `writes waited for each other: ${message}`, { cause: error })
    case DISK_FULL:
      return new StorageFailure('full', `the database's disk is full, nothing of this was stored: ${message}`)
    case QUERY_CANCELED:
      return new StorageFailure('timeout', message)
  }
  if (code === TOO_MANY_CONNECTIONS || code.startsWith(CONNECTION_EXCEPTIONS) || code.startsWith(SHUTDOWNS)) {
    return new StorageFailure('unavailable', `the database can't be reached: ${message}`, { cause: error })
  }
  return error
}

/** Whether the unit was rolled back only because of another one, so that it may be tried again. */
export function isCollision(error: unknown): boolean {
  return error instanceof StorageFailure && error.reason === 'busy' && error.cause instanceof pg.DatabaseError
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof StorageFailure && error.reason === 'unavailable'
}

/** Whether the server knows no such user, password or database. */
export function isRefusedLogin(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '' } = error
  return code.startsWith(WRONG_LOGINS) || code === NO_SUCH_DATABASE
}

// A host with several addresses fails with one error that holds one for each and has no message.
function sentenceOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message
}
