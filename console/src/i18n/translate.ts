import { type CodeName, CODES } from '@vedette/contract/codes'
import { FieldFault } from '@vedette/contract/refusals'

import { type Entry, ofEntry } from './entry.ts'
import { fill, remembered } from './fill.ts'
import { type Language, packOf } from './packs.ts'
import type * as sections from './sections.ts'

type Sections = typeof sections
type Keys = { [S in keyof Sections]: { [E in keyof Sections[S]]: [S, E] }[keyof Sections[S]] }[keyof Sections]
type KeyOf<K> = K extends [infer S extends string, infer E extends string] ? `${S}.${E}` : never
export type TextKey = KeyOf<Keys>

type EnglishOf<K> = K extends `${infer S extends keyof Sections}.${infer E}`
  ? E extends keyof Sections[S]
    ? Sections[S][E] extends { en: infer Text extends string }
      ? Text
      : never
    : never
  : never
/** `{count}` is a value, `{count|device|devices}` the word that goes with it. */
type ParameterOf<Text> = Text extends `${string}{${infer Mark}}${infer Rest}`
  ? (Mark extends `${infer Name}|${string}` ? Name : Mark) | ParameterOf<Rest>
  : never

/** The parameters that a text names, all required; none when it names none. */
export type ParametersOf<K extends TextKey> = [ParameterOf<EnglishOf<K>>] extends [never]
  ? []
  : [Readonly<Record<ParameterOf<EnglishOf<K>>, string | number>>]

const TEXTS = new Map<string, Entry>()

/** Makes sections known; those of the pages behind the login come with them, so that the login page stays small. */
export function addSections(added: Partial<Sections>): void {
  for (const [section, entries] of Object.entries(added))
    for (const [key, entry] of Object.entries<Entry>(entries)) TEXTS.set(`${section}.${key}`, entry)
}

/** A key whose text names no parameter. */
export type PlainTextKey = { [K in TextKey]: ParametersOf<K> extends [] ? K : never }[TextKey]

export function translate<K extends TextKey>(
  language: Language,
  key: K,
  ...[parameters]: ParametersOf<K>
): string {
  return fill(language, furtherText(language, key) ?? ownText(language, key), parameters)
}

function ownText(language: Language, key: string): string {
  const entry = TEXTS.get(key)
  if (!entry) throw new TypeError(`no text ${key}`)
  return ofEntry(language, entry)
}

function furtherText(language: Language, key: string): string | undefined {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined =
    packOf(language)?.texts
  const [section = '', name = ''] = key.split('.')
  return texts?.[section]?.[name]
}

const collatorOf = remembered((language) => new Intl.Collator(language, { numeric: true }))

/** Compares names as the language sorts them, numbers in them by their value. */
export function sorterIn(language: Language): (a: string, b: string) => number {
  return (a, b) => collatorOf(language).compare(a, b)
}

/** A code's own text; a code outside the table is shown followed by "server error" (section 8). */
export function codeText(language: Language, code: string, reason: CodeName | undefined): string {
  const name = reason ?? 'internal'
  const text = packOf(language)?.codes[name] ?? ofEntry(language, CODES[name])
  return reason ? text : `${code} ${text}`
}

type ReasonTexts = (
  language: Language,
  word: string,
  values: Readonly<Record<string, string | number>>,
) => string | undefined

let reasonTexts: ReasonTexts = () => undefined

/** Makes the words for reasons known: they are many, and the login page needs few of them seldom. */
export function addReasons(texts: ReasonTexts): void {
  reasonTexts = texts
}

/** What a refused call says to the person: its reason where the server named one, else the code's own text. */
export function failureText(
  language: Language,
  { code, reason, body }: { code: string; reason: CodeName | undefined; body: unknown },
): string {
  const { Word = '', Values = {} } = FieldFault.safeParse(body).data ?? {}
  return reasonTexts(language, Word, Values) ?? codeText(language, code, reason)
}
