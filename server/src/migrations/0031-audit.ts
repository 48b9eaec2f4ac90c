import { createTables, integer, optional, type Step, text } from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }

/** The audit log, and where each company's chain ends. Nothing in it refers to an account: it outlives them. */
export const audit: Step = (schema, engine) =>
  createTables(schema, engine, [
    {
      name: 'audit',
      columns: {
        company_id: text,
        seq: integer,
        at: integer,
        kind: text,
        begun: optional(integer),
        account_id: text,
        account: text,
        session_id: text,
        address: text,
        path: text,
        targets: text,
        search: text,
        code: text,
        details: text,
        mac: text,
      },
      primaryKey: ['company_id', 'seq'],
      references: [ofCompany],
      indexes: [
        ['company_id', 'at', 'seq'],
        ['company_id', 'begun'],
      ],
    },
    {
      name: 'audit_head',
      columns: { company_id: text, seq: integer, mac: text, seal: text },
      primaryKey: ['company_id'],
      references: [ofCompany],
    },
  ])
