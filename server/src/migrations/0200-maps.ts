import { integer, real, type Table, text } from './table.ts'

const ofDevice = {
  columns: ['company_id', 'did'],
  table: 'device',
  targets: ['company_id', 'did'],
  onDelete: 'cascade' as const,
}
const ofRegion = {
  columns: ['company_id', 'region_id'],
  table: 'region',
  targets: ['company_id', 'id'],
  onDelete: 'cascade' as const,
}

/** Floor plans with the devices on them, what cameras see, and the cameras of residential areas' entrances. */
export const maps: Table[] = [
  {
    name: 'floor_plan',
    columns: { company_id: text, region_id: text, picture_id: text },
    primaryKey: ['company_id', 'region_id'],
    references: [ofRegion],
    indexes: [['company_id', 'picture_id']],
  },
  {
    name: 'floor_place',
    columns: { company_id: text, did: text, region_id: text, x: real, y: real },
    primaryKey: ['company_id', 'did'],
    references: [ofDevice, ofRegion],
    indexes: [['company_id', 'region_id']],
  },
  {
    name: 'field_of_view',
    columns: { company_id: text, did: text, heading: real, angle: real, reach: real },
    primaryKey: ['company_id', 'did'],
    references: [ofDevice],
  },
  {
    name: 'community_entrance',
    columns: { company_id: text, area_id: text, did: text, seq: integer },
    primaryKey: ['company_id', 'area_id', 'did'],
    references: [
      ofDevice,
      {
        columns: ['company_id', 'area_id'],
        table: 'community_area',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
    indexes: [['company_id', 'did']],
  },
]
