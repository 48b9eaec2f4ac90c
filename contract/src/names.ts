/** How people call things: texts that every screen shows, beside others and in sentences. */
import { z } from 'zod'

/** Controls, ends of lines, and what turns the direction of the text around it; the marks and joiners that scripts and emoji need stay. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u
const SHOWN = /[^\p{C}\p{Z}]/u

export function hasUnshown(text: string): boolean {
  return UNSHOWN.test(text)
}

/** Cleans names that come from elsewhere, where nobody is there to be told. */
export function withoutUnshown(text: string): string {
  return text.replaceAll(new RegExp(UNSHOWN, 'gu'), '')
}

/** A name of one line. `least` 0: it may be left empty. */
export function nameOfAtMost(longest: number, least: 0 | 1 = 1) {
  return z
    .string()
    .trim()
    .min(least)
    .max(longest)
    .refine((text) => !hasUnshown(text), because('controlCharacter'))
    .refine((text) => text === '' || SHOWN.test(text), because('missing'))
}

/** The word of `reasons.ts` that a refusal gives, and the same for those who read no words. */
function because(word: 'controlCharacter' | 'missing') {
  const message = { controlCharacter: 'has a character that cannot be shown', missing: 'shows nothing' }[word]
  return { message, params: { word } }
}
