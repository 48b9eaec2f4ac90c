import { type RawBuilder, sql } from 'kysely'

import type { Storage } from './storage.ts'

/** A subquery of these texts: one parameter for all, since no engine takes any number of parameters. */
export function listed({ engine }: Storage, texts: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(texts)
  return engine === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select jsonb_array_elements_text(${json}::jsonb))`
}
