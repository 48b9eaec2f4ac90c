/** One text in every language of the console; `{n}` marks a parameter. A missing language does not compile. */
export interface Entry {
  en: string
  zh: string
}

export type Section = Record<string, Entry>
