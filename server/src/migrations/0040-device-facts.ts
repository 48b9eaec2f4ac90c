import { addColumns, addIndexes, createTables, integer, type Step, text } from './table.ts'

const ofDevice = {
  columns: ['company_id', 'did'],
  table: 'device',
  targets: ['company_id', 'did'],
  onDelete: 'cascade' as const,
}

/** What devices say of themselves, where their own service is asked, and the picture sources that they have. */
export const deviceFacts: Step = (schema, engine) => [
  ...addColumns(schema, engine, 'device', [
    'alias_search',
    'vendor',
    'model',
    'firmware',
    'sdk_version',
    'license',
    'identity',
  ]),
  ...addIndexes(schema, 'device', [
    ['company_id', 'model', 'did'],
    ['company_id', 'firmware', 'did'],
    ['company_id', 'dev_type', 'name_search', 'did'],
    ['company_id', 'identity'],
    ['company_id', 'license'],
    ['company_id', 'created_at', 'did'],
  ]),
  ...createTables(schema, engine, [
    {
      name: 'device_onvif',
      columns: { company_id: text, did: text, url: text, tls: text, has_ptz: integer },
      primaryKey: ['company_id', 'did'],
      references: [ofDevice],
    },
    {
      name: 'device_channel',
      columns: { company_id: text, did: text, channel: integer, name: text },
      primaryKey: ['company_id', 'did', 'channel'],
      references: [ofDevice],
    },
  ]),
]
