import type { Entry } from '../i18n/entry.ts'

/** A part of an agreement. */
export interface Clause {
  head: Entry
  body: Entry
}
