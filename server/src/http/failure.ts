import { type CodeName, CODES, Refusal } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'

import { StorageFailure, type StorageFailureReason } from '../engines/storage/failures.ts'

/** The largest body of a call. */
export const MAX_BODY_BYTES = 1024 * 1024

export interface Failure {
  status: number
  answer: Answer
  /** What must be in the log: everything but refusals. */
  bug?: unknown
}

/** What an error is on the wire, where bodies of so many bytes are read. Only refusals speak; of a bug nobody outside learns anything. */
export function failureOf(error: unknown, bodyLimit: number = MAX_BODY_BYTES): Failure {
  if (error instanceof Refusal)
    return {
      status: STATUS[error.reason] ?? 200,
      answer: { CODE: CODES[error.reason].code, BODY: error.body },
    }
  if (error instanceof StorageFailure)
    return { ...failureOf(new Refusal(OF_STORAGE[error.reason])), bug: error }
  if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { ...failureOf(new Refusal('tooLarge', { Limit: bodyLimit })), status: 413 }
  if (isUnreadable(error)) return failureOf(new Refusal('badEnvelope'))
  return { status: 200, answer: { CODE: CODES.internal.code, BODY: {} }, bug: error }
}

const OF_STORAGE = {
  full: 'diskFull',
  busy: 'overloaded',
  timeout: 'overloaded',
  unavailable: 'responseTimeout',
  closed: 'overloaded',
} as const satisfies Record<StorageFailureReason, CodeName>

/** Every answer of the table goes out with 200 but these (docs/protocol.md, "Calls"). */
const STATUS: Partial<Record<Refusal['reason'], number>> = {
  badEnvelope: 400,
  unknownCall: 404,
  overloaded: 503,
}

/** Fastify could not read the request: no JSON, a wrong length, a connection that broke. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
