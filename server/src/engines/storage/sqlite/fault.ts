import { ConstraintViolation, ReferenceViolation, StorageFailure, UniqueViolation } from '../failures.ts'

/** What went wrong in a thread, in a form that crosses to another. */
export type Fault =
  | { readonly kind: 'unique'; readonly table: string; readonly constraint: string }
  | { readonly kind: 'reference' | 'constraint' | 'full' | 'timeout' | 'bug'; readonly message: string }

// Result codes: https://sqlite.org/rescode.html
const BUSY = 5
const FULL = 13
/** The file that connections share could not grow. */
const IOERR_SHMSIZE = 4874
const CONSTRAINT_CHECK = 275
const CONSTRAINT_FOREIGNKEY = 787
const CONSTRAINT_NOTNULL = 1299
const CONSTRAINT_PRIMARYKEY = 1555
const CONSTRAINT_UNIQUE = 2067

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { kind: 'bug', message: String(error) }
  const { message } = error
  switch ('errcode' in error ? error.errcode : undefined) {
    case CONSTRAINT_PRIMARYKEY:
    case CONSTRAINT_UNIQUE:
      return uniqueFault(message)
    case CONSTRAINT_FOREIGNKEY:
      return { kind: 'reference', message }
    case CONSTRAINT_CHECK:
    case CONSTRAINT_NOTNULL:
      return { kind: 'constraint', message }
    case FULL:
    case IOERR_SHMSIZE:
      return { kind: 'full', message }
    case BUSY:
      return { kind: 'timeout', message }
    default:
      return { kind: 'bug', message }
  }
}

// "UNIQUE constraint failed: account.company_id, account.name"
function uniqueFault(message: string): Fault {
  const places = message.slice(message.indexOf(': ') + 2).split(', ')
  const table = places[0]?.split('.')[0]
  if (!table) return { kind: 'bug', message }
  const columns = places.map((place) => place.slice(place.indexOf('.') + 1))
  return { kind: 'unique', table, constraint: `${table}_${columns.join('_')}_key` }
}

export function errorOf(fault: Fault): Error {
  switch (fault.kind) {
    case 'unique':
      return new UniqueViolation(fault.table, fault.constraint)
    case 'reference':
      return new ReferenceViolation(fault.message)
    case 'constraint':
      return new ConstraintViolation(fault.message)
    case 'full':
      return new StorageFailure(
        'full',
        `the database's disk is full, nothing of this was stored: ${fault.message}`,
      )
    case 'timeout':
      return new StorageFailure('timeout', `another process holds the database: ${fault.message}`)
    case 'bug':
      return new Error(fault.message)
  }
}
