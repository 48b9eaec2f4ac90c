import type { CompiledQuery, SchemaModule } from 'kysely'

import { createTable, integer, optional, type Table, text } from './table.ts'

const ofAccount = {
  columns: ['company_id', 'account_id'],
  table: 'account',
  targets: ['company_id', 'id'],
  onDelete: 'cascade' as const,
}

/** What a person does about the own account: codes, second factors, unfinished log-ins, companies that are linked. */
const tables: Table[] = [
  {
    name: 'verify_code',
    columns: {
      company_id: text,
      id: text,
      account_id: text,
      purpose: text,
      secret_box: text,
      created_at: integer,
      expires_at: integer,
      tries: integer,
      used_at: optional(integer),
    },
    primaryKey: ['company_id', 'id'],
    references: [ofAccount],
    indexes: [['company_id', 'account_id', 'purpose'], ['expires_at']],
  },
  {
    name: 'login_ticket',
    columns: {
      ticket_hash: text,
      company_id: text,
      account_id: text,
      kind: text,
      means: text,
      has_second_factor: integer,
      code_id: optional(text),
      expires_at: integer,
    },
    primaryKey: ['ticket_hash'],
    references: [ofAccount],
    indexes: [['expires_at']],
  },
  {
    name: 'second_factor',
    columns: {
      company_id: text,
      account_id: text,
      secret_box: text,
      confirmed_at: optional(integer),
      last_step: integer,
      created_at: integer,
    },
    primaryKey: ['company_id', 'account_id'],
    references: [ofAccount],
  },
  {
    name: 'recovery_code',
    columns: { company_id: text, account_id: text, code_hash: text, used_at: optional(integer) },
    primaryKey: ['company_id', 'account_id', 'code_hash'],
    references: [ofAccount],
  },
  {
    name: 'account_link',
    columns: { company_id: text, account_id: text, person_id: text, created_at: integer },
    primaryKey: ['company_id', 'account_id'],
    references: [ofAccount],
    indexes: [['person_id']],
  },
  {
    name: 'outer_identity',
    columns: { company_id: text, issuer: text, subject: text, account_id: text, created_at: integer },
    primaryKey: ['company_id', 'issuer', 'subject'],
    references: [ofAccount],
    indexes: [['company_id', 'account_id']],
  },
  {
    name: 'outer_login',
    columns: {
      state_hash: text,
      company_id: text,
      binding_hash: text,
      nonce: text,
      verifier: text,
      expires_at: integer,
    },
    primaryKey: ['state_hash'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'], onDelete: 'cascade' }],
    indexes: [['expires_at']],
  },
]

export function ownAccount(schema: SchemaModule, engine: 'sqlite' | 'postgres'): CompiledQuery[] {
  const time = engine === 'sqlite' ? 'integer' : 'bigint'
  return [
    schema.alterTable('account').addColumn('issued_until', time).compile(),
    ...tables.flatMap((table) => createTable(schema, engine, table)),
  ]
}
