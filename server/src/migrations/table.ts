import {
  type ColumnDefinitionBuilder,
  type CompiledQuery,
  type CreateTableBuilder,
  type QueryExecutorProvider,
  type SchemaModule,
  sql,
} from 'kysely'

interface Column {
  readonly type: 'text' | 'integer' | 'real' | 'blob'
  readonly optional?: true
}

export const text: Column = { type: 'text' }
/** 64 bits: counts, flags and times in milliseconds. */
export const integer: Column = { type: 'integer' }
export const real: Column = { type: 'real' }
export const blob: Column = { type: 'blob' }
export const optional = ({ type }: Column): Column => ({ type, optional: true })

interface Reference {
  readonly columns: readonly string[]
  readonly table: string
  readonly targets: readonly string[]
  readonly onDelete?: 'cascade'
}

export interface Table {
  readonly name: string
  readonly columns: Readonly<Record<string, Column>>
  readonly primaryKey: readonly string[]
  readonly uniques?: readonly (readonly string[])[]
  readonly references?: readonly Reference[]
  readonly indexes?: readonly (readonly string[])[]
}

// PostgreSQL cuts longer names silently, and then the two engines would report different constraints.
const LONGEST_NAME = 63

function named(table: string, columns: readonly string[], ending: string): string {
  const name = `${table}_${columns.join('_')}_${ending}`
  if (name.length > LONGEST_NAME) throw new Error(`longer than ${LONGEST_NAME} characters: ${name}`)
  return name
}

const dialects = {
  sqlite: { types: { text: 'text', integer: 'integer', real: 'real', blob: 'blob' }, ending: sql`strict` },
  // Collation C sorts by code point, as SQLite does.
  postgres: {
    types: { text: 'text collate "C"', integer: 'bigint', real: 'double precision', blob: 'bytea' },
    ending: undefined,
  },
}

/** The statements that create the table with its indexes. Every constraint's name says its columns. */
export function createTable(
  schema: SchemaModule,
  engine: keyof typeof dialects,
  table: Table,
): CompiledQuery[] {
  const { types, ending } = dialects[engine]
  let builder: CreateTableBuilder<string, string> = schema.createTable(table.name)
  for (const [name, column] of Object.entries(table.columns)) {
    builder = builder.addColumn(name, sql.raw(types[column.type]), (definition) =>
      column.optional ? definition : definition.notNull(),
    )
  }
  builder = builder.addPrimaryKeyConstraint(named(table.name, table.primaryKey, 'key'), [...table.primaryKey])
  for (const columns of table.uniques ?? []) {
    builder = builder.addUniqueConstraint(named(table.name, columns, 'key'), [...columns])
  }
  for (const reference of table.references ?? []) {
    builder = builder.addForeignKeyConstraint(
      named(table.name, reference.columns, 'reference'),
      [...reference.columns],
      reference.table,
      [...reference.targets],
      (constraint) => (reference.onDelete ? constraint.onDelete(reference.onDelete) : constraint),
    )
  }
  if (ending) builder = builder.modifyEnd(ending)
  const indexes = (table.indexes ?? []).map((columns) =>
    schema
      .createIndex(named(table.name, columns, 'index'))
      .on(table.name)
      .columns([...columns])
      .compile(),
  )
  return [builder.compile(), ...indexes]
}

export type FoundRow = Readonly<Record<string, string>>

/** Writes into the rows that are there what no statement can make of them. `run` returns what a statement finds. */
export type Fill = (
  run: (statement: CompiledQuery<FoundRow>) => Promise<FoundRow[]>,
  db: QueryExecutorProvider,
) => Promise<void>

/** The statements of a migration. */
export type Step = (schema: SchemaModule, engine: keyof typeof dialects) => CompiledQuery[]

export function createTables(
  schema: SchemaModule,
  engine: keyof typeof dialects,
  tables: readonly Table[],
): CompiledQuery[] {
  return tables.flatMap((table) => createTable(schema, engine, table))
}

/** Further text columns of a table that has rows; theirs are empty. */
export function addColumns(
  schema: SchemaModule,
  engine: keyof typeof dialects,
  table: string,
  names: readonly string[],
): CompiledQuery[] {
  const type = sql.raw(dialects[engine].types.text)
  return names.map((name) =>
    schema
      .alterTable(table)
      .addColumn(name, type, (definition) => definition.notNull().defaultTo(''))
      .compile(),
  )
}

export function addIndexes(
  schema: SchemaModule,
  table: string,
  indexes: readonly (readonly string[])[],
): CompiledQuery[] {
  return indexes.map((columns) =>
    schema
      .createIndex(named(table, columns, 'index'))
      .on(table)
      .columns([...columns])
      .compile(),
  )
}

/** A further column of a table that is there. */
export function addColumn(
  schema: SchemaModule,
  engine: keyof typeof dialects,
  table: string,
  name: string,
  type: Column['type'],
  define: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder = (column) => column,
): CompiledQuery {
  return schema.alterTable(table).addColumn(name, sql.raw(dialects[engine].types[type]), define).compile()
}
