/** Puts values into a text as its language writes them. */

// A number of four digits, as of pixels or a port, is written without a separator.
const NUMBER_SHAPE = { useGrouping: 'min2', maximumFractionDigits: 3 } as const
/** The order in which the forms of a word stand in a text. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

interface Plurals {
  select: (count: number) => Intl.LDMLPluralRule
  forms: readonly Intl.LDMLPluralRule[]
}
const numbersOf = remembered((language) => new Intl.NumberFormat(language, NUMBER_SHAPE))
const pluralsOf = remembered((language): Plurals => {
  const rules = new Intl.PluralRules(language)
  const { pluralCategories } = rules.resolvedOptions()
  const forms = PLURAL_FORMS.filter((form) => pluralCategories.includes(form))
  return { forms, select: (count) => rules.select(count) }
})

/** The rules (CLDR) of the console's own languages: a browser takes 25 ms to make its first, while somebody waits for a picture. */
const OWN_PLURALS: Readonly<Record<string, Plurals>> = {
  en: { forms: ['one', 'other'], select: (count) => (Math.abs(count) === 1 ? 'one' : 'other') },
  'zh-cn': { forms: ['other'], select: () => 'other' },
}
/** From here on both languages write a separator. */
const LEAST_SEPARATED = 10_000

function numberIn(language: string, value: number): string {
  const isPlain = Number.isInteger(value) && value >= 0 && value < LEAST_SEPARATED
  return isPlain && Object.hasOwn(OWN_PLURALS, language) ? String(value) : numbersOf(language).format(value)
}

/** Made for each language with the first text that needs it: a browser takes long for what knows a language. */
export function remembered<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/** The forms of a word beside a number: English has two, Chinese one, Polish four. */
export function pluralFormsOf(language: string): readonly Intl.LDMLPluralRule[] {
  return (OWN_PLURALS[language] ?? pluralsOf(language)).forms
}

/** `{count}` is a value, `{count|device|devices}` the form of a word that goes with it. */
export function fill(
  language: string,
  text: string,
  parameters: Readonly<Record<string, string | number>> = {},
): string {
  return text.replaceAll(/\{(\w+)((?:\|[^|{}]*)*)\}/g, (mark, name: string, forms: string) => {
    const value = parameters[name]
    if (value === undefined) return mark
    if (!forms) return typeof value === 'number' ? numberIn(language, value) : value
    const plurals = OWN_PLURALS[language] ?? pluralsOf(language)
    return forms.slice(1).split('|')[plurals.forms.indexOf(plurals.select(Number(value)))] ?? mark
  })
}
