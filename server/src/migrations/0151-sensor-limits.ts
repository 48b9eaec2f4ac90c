import { optional, real, type Table, text } from './table.ts'

/** Outside of these an alarm is raised. */
export const sensorLimits: Table[] = [
  {
    name: 'sensor_limit',
    columns: {
      company_id: text,
      did: text,
      sensor: text,
      low: optional(real),
      high: optional(real),
    },
    primaryKey: ['company_id', 'did', 'sensor'],
    references: [
      {
        columns: ['company_id', 'did'],
        table: 'device',
        targets: ['company_id', 'did'],
        onDelete: 'cascade',
      },
    ],
  },
]
