/** What reads as a translation (CONTRIBUTING.md): a comment that begins so, and words that it holds anywhere. */
const BEGINNING = /^[*\s]*(Of|Answers)\s/
const ANYWHERE = /\b(who(?:so)?ever|whomever|that is none|that are none)\b/i

/** Returns what is wrong with a comment's words, or undefined. */
export function wordsViolation(comment: string): string | undefined {
  const [, beginning] = BEGINNING.exec(comment) ?? []
  if (beginning === 'Of') return 'a comment is a sentence: do not begin with "Of"'
  if (beginning === 'Answers') return 'write "Returns"'
  const [, word] = ANYWHERE.exec(comment) ?? []
  return word && `plain words instead of "${word}"`
}
