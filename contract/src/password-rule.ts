/** What a password must be: reading 15 (specification section 5). The server checks; the console only tells early. */
import type { PasswordRule } from './password-rules.ts'
import type { ReasonWord } from './reasons.ts'

export type PasswordFault = 'required' | 'length' | 'sequence' | 'userName' | 'classes' | 'simple'

const SEQUENCES = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const RUN = 4
const MIN_NAME = 3
/** Password (section 9): shortest and longest, by the strong rule and by the simple one. */
export const PASSWORD_LENGTHS = {
  strong: [8, 14],
  simple: [6, 14],
} as const satisfies Record<PasswordRule, readonly [number, number]>
const SIMPLE = /^[A-Za-z0-9]*$/

/** The first rule that the password breaks; `names` are the account's bare and full name. */
export function passwordFault(
  password: string,
  names: readonly string[],
  rule: PasswordRule = 'strong',
): PasswordFault | undefined {
  if (password === '') return 'required'
  const [shortest, longest] = PASSWORD_LENGTHS[rule]
  const isLong = password.length >= shortest && password.length <= longest
  if (rule === 'simple') return isLong && SIMPLE.test(password) ? undefined : 'simple'
  if (!isLong) return 'length'
  const lower = password.toLowerCase()
  if (hasRun(lower)) return 'sequence'
  for (const name of names) {
    const bare = name.toLowerCase()
    if (bare.length >= MIN_NAME && (lower.includes(bare) || lower.includes(reverse(bare)))) return 'userName'
  }
  const classes = [/\d/, /[a-z]/, /[A-Z]/, /[^\da-zA-Z]/].filter((pattern) => pattern.test(password)).length
  return classes < 3 ? 'classes' : undefined
}

/** The word that says which rule is broken. */
export const PASSWORD_REASON = {
  required: 'passwordRequired',
  length: 'passwordLength',
  sequence: 'passwordSequence',
  userName: 'passwordUserName',
  classes: 'passwordClasses',
  simple: 'passwordSimple',
} as const satisfies Record<PasswordFault, ReasonWord>

function hasRun(lower: string): boolean {
  return SEQUENCES.some((sequence) => {
    const both = [sequence, reverse(sequence)]
    return both.some((line) => {
      for (let i = 0; i + RUN <= line.length; i++) if (lower.includes(line.slice(i, i + RUN))) return true
      return false
    })
  })
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join('')
}
