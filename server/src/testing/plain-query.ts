import { sql } from 'kysely'

import type { Query, Storage } from '../engines/storage/storage.ts'

/** SQL as it stands. */
export const plainQuery = ({ db }: Pick<Storage, 'db'>, text: string): Query => sql.raw(text).compile(db)
