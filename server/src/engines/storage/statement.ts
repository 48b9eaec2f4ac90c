import { inspect } from 'node:util'
import type { Query, WriteResult, WriteResults } from './storage.ts'

export type Value = string | number | bigint | Uint8Array | null

/** Compiled SQL with its parameters, as it travels to the engine. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly Value[]
}

/** Compiles a query and refuses what the two engines would store differently. */
export function statementOf(query: Query): Statement {
  const { sql, parameters } = 'compile' in query ? query.compile() : query
  return { sql, parameters: parameters.map(valueOf) }
}

function valueOf(parameter: unknown): Value {
  if (parameter === null || typeof parameter === 'bigint' || parameter instanceof Uint8Array) return parameter
  if (typeof parameter === 'string') {
    // PostgreSQL has no zero character in text.
    if (parameter.includes('\0'))
      throw new TypeError(`not storable: text with a zero character at ${parameter.indexOf('\0')}`)
    return parameter
  }
  if (typeof parameter === 'number' && Number.isFinite(parameter)) return parameter
  throw new TypeError(`not storable: ${inspect(parameter, { depth: 0 })}`)
}

/** The engine answers what the query's own type says; compiled SQL no longer knows it. */
export function rowsOf<Row>(_query: Query<Row>, rows: unknown[]): Row[] {
  return rows as Row[]
}

/** Like `rowsOf`, for the results of a unit. */
export function resultsOf<Queries extends readonly Query[]>(
  _queries: Queries,
  results: WriteResult[],
): WriteResults<Queries> {
  return results as WriteResults<Queries>
}
