import { integer, optional, type Table, text } from './table.ts'

/** Pictures that people took. They outlive their device, so what they say of it is their own. */
export const album: Table[] = [
  {
    name: 'album_picture',
    columns: {
      company_id: text,
      id: text,
      thumb_id: text,
      did: text,
      channel: integer,
      dev_name: text,
      name_search: text,
      dev_type: integer,
      model: text,
      region_id: optional(text),
      region_name: text,
      taken_at: integer,
      saved_at: integer,
      source: text,
      account: text,
      width: integer,
      height: integer,
      bytes: integer,
      sha256: text,
    },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [
      ['company_id', 'taken_at', 'id'],
      ['company_id', 'thumb_id'],
    ],
  },
]
