import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './schema.ts'

const refuse = () =>
  Promise.reject(new Error('this builder has no connection: give the query to the storage'))

const noDriver = {
  init: () => Promise.resolve(),
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: () => Promise.resolve(),
}

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => noDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => noDriver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
} satisfies Record<string, Dialect>

export function queryBuilder(engine: keyof typeof dialects): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: dialects[engine] })
}
