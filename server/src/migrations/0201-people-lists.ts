import type { Step } from './table.ts'

/**
 * Lists of 100,000 residents and vehicles: the index of their order has all that is searched and filtered by, so that
 * counting and searching touch no other row.
 */
export const peopleLists: Step = (schema) => [
  schema
    .createIndex('community_resident_list_index')
    .on('community_resident')
    .columns(['company_id', 'name_search', 'id', 'phone', 'document_number', 'house_id'])
    .compile(),
  schema
    .createIndex('community_vehicle_list_index')
    .on('community_vehicle')
    .columns(['company_id', 'plate', 'id', 'owner_search', 'phone', 'id_number', 'area_id', 'house_id'])
    .compile(),
]
