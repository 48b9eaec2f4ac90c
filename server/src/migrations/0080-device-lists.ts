import { addIndexes, type Step } from './table.ts'

/**
 * Lists of 100,000 devices: every order has an index that is walked to a page, and the usual order's has all that is
 * filtered by, so that counting and searching touch no other row. Two indexes that are the beginning of others go.
 */
export const deviceLists: Step = (schema) => [
  schema
    .createIndex('device_list_index')
    .on('device')
    .columns([
      'company_id',
      'name_search',
      'did',
      'region_id',
      'dev_type',
      'model',
      'firmware',
      'alias_search',
    ])
    .compile(),
  ...addIndexes(schema, 'device', [
    ['company_id', 'alias_search', 'did'],
    ['company_id', 'license', 'did'],
    ['company_id', 'dev_type', 'did'],
  ]),
  schema.dropIndex('device_company_id_name_search_did_index').compile(),
  schema.dropIndex('device_company_id_license_index').compile(),
]
