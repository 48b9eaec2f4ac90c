import type { Translate } from '../../i18n/language.ts'

/** Names that people give by counting: they are said with what they count. */
const NUMBER = /^[0-9A-Za-z-]{1,6}$/
const WORDS = ['community.unitName', 'community.floorName', 'community.houseName'] as const

/** The way to a house from its area or building; unit, floor and house are its last three names. */
export function houseText(t: Translate, path: readonly string[]): string {
  const first = path.length - WORDS.length
  return path
    .map((name, at) => {
      const word = WORDS[at - first]
      return word && NUMBER.test(name) ? t(word, { name }) : name
    })
    .join(' / ')
}
