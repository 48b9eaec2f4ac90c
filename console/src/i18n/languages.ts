/** The languages beside English and Chinese: a file in `languages/` and a line here, as CONTRIBUTING.md says. */
import type { CodeName } from '@vedette/contract/codes'
import type { ReasonWord } from '@vedette/contract/reasons'
import type { ActionName } from '@vedette/contract/titles'

import type * as sections from './sections.ts'

type Sections = typeof sections

/**
 * All that a language says. Numbers, plurals and sorting come from `Intl` by its code; the forms of a plural stand in the order
 * zero, one, two, few, many, other, those that the language has: `{count|kamera|kamery|kamer|kamery}`.
 */
export interface LanguagePack {
  /** The console's own texts, by section. */
  texts: {
    readonly [Section in keyof Sections]: { readonly [Key in keyof Sections[Section]]: string }
  }
  /** What a code says to the person. */
  codes: Readonly<Record<CodeName, string>>
  /** Why an input was refused. */
  reasons: Readonly<Record<ReasonWord, string>>
  /** What the audit log calls an action. */
  actions: Readonly<Record<ActionName, string>>
}

type Further = Readonly<Record<string, () => Promise<{ default: LanguagePack }>>>

/** By the code that browsers ask with. `pl: () => import('./languages/pl.ts')` is fetched when somebody chooses Polish. */
export const FURTHER_LANGUAGES: Further = {}
