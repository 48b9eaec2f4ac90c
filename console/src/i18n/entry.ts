/** One text in every language of the console; `{n}` marks a parameter. A missing language does not compile. */
export interface Entry {
  en: string
  zh: string
}

export type Section = Record<string, Entry>

/** What it says in a language that is built in; English in any other. */
export function ofEntry(language: string, { en, zh }: Entry): string {
  return language === 'zh-cn' ? zh : en
}
