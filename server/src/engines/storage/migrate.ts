import { sql } from 'kysely'
import { createMigrationTable, type MigrationSet } from '../../migrations/migrations.ts'
import { OperatorError } from '../operator-error.ts'
import type { Storage, Transaction } from './storage.ts'

/** A migration may rewrite large tables. */
export const MIGRATION_DEADLINE_MS = 60 * 60 * 1000

/** Runs what the database has not had yet, in one transaction. */
export async function migrateIn(
  transaction: Transaction,
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  { table, migrations }: MigrationSet,
): Promise<number[]> {
  await transaction.run(createMigrationTable(db.schema, table))
  const { rows } = await transaction.run(
    sql<{ number: number }>`select number from ${sql.table(table)}`.compile(db),
  )
  const had = new Set(rows.map(({ number }) => number))
  const unknown = [...had].filter((number) => !migrations.some((migration) => migration.number === number))
  if (unknown.length > 0) {
    throw new OperatorError(
      `the database was written by a newer Vedette: this one does not know its migrations ${unknown.join(', ')}`,
    )
  }
  const due = migrations.filter(({ number }) => !had.has(number))
  for (const { number, name, statements, fill } of due) {
    for (const statement of statements(db.schema, engine)) await transaction.run(statement)
    await fill?.(async (statement) => (await transaction.run(statement)).rows, db)
    await transaction.run(
      sql`insert into ${sql.table(table)} (number, name) values (${number}, ${name})`.compile(db),
    )
  }
  return due.map(({ number }) => number)
}
