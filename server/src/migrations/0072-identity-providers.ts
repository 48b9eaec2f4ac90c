import { integer, optional, type Table, text } from './table.ts'

const ofProvider = {
  columns: ['company_id'],
  table: 'identity_provider',
  targets: ['company_id'],
  onDelete: 'cascade' as const,
}

/** Where a company's people may log in besides, and what that gives them. */
export const identityProviders: Table[] = [
  {
    name: 'identity_provider',
    columns: {
      company_id: text,
      name: text,
      issuer: text,
      client_id: text,
      secret_box: optional(text),
      scopes: text,
      groups_claim: text,
      makes_accounts: integer,
      all_regions: integer,
      has_below: integer,
      is_on: integer,
    },
    primaryKey: ['company_id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
  },
  {
    name: 'provider_role',
    columns: { company_id: text, place: integer, group_name: text, role_id: text },
    primaryKey: ['company_id', 'place'],
    references: [
      ofProvider,
      // A role that is gone is given to nobody.
      {
        columns: ['company_id', 'role_id'],
        table: 'role',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
  },
  {
    name: 'provider_region',
    columns: { company_id: text, region_id: text },
    primaryKey: ['company_id', 'region_id'],
    references: [
      ofProvider,
      {
        columns: ['company_id', 'region_id'],
        table: 'region',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
  },
]
