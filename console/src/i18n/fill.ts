/** Puts values into a text as its language writes them. */

// A number of four digits, as of pixels or a port, is written without a separator.
const NUMBER_SHAPE = { useGrouping: 'min2', maximumFractionDigits: 3 } as const
/** The order in which the forms of a word stand in a text. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

interface Grammar {
  numbers: Intl.NumberFormat
  plurals: Intl.PluralRules
  forms: readonly Intl.LDMLPluralRule[]
}
const grammars = new Map<string, Grammar>()

function grammarOf(language: string): Grammar {
  const known = grammars.get(language)
  if (known) return known
  const grammar = {
    numbers: new Intl.NumberFormat(language, NUMBER_SHAPE),
    plurals: new Intl.PluralRules(language),
    forms: pluralFormsOf(language),
  }
  grammars.set(language, grammar)
  return grammar
}

/** The forms of a word beside a number: English has two, Chinese one, Polish four. */
export function pluralFormsOf(language: string): Intl.LDMLPluralRule[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return PLURAL_FORMS.filter((form) => pluralCategories.includes(form))
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
    const grammar = grammarOf(language)
    if (forms)
      return forms.slice(1).split('|')[grammar.forms.indexOf(grammar.plurals.select(Number(value)))] ?? mark
    return typeof value === 'number' ? grammar.numbers.format(value) : value
  })
}
