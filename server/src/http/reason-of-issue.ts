import { isReasonWord, type ReasonWord } from '@vedette/contract/reasons'
import type { z } from 'zod'

interface Said {
  Word: ReasonWord
  Values?: Record<string, string | number>
}

/** What a schema found wrong, as a word of the contract. */
export function wordOf(issue: z.core.$ZodIssue): Said {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { Word: 'missing' }
      return { Word: SHORT[issue.origin] ?? 'tooSmall', Values: { Least: Number(issue.minimum) } }
    case 'too_big':
      return { Word: LONG[issue.origin] ?? 'tooBig', Values: { Most: Number(issue.maximum) } }
    case 'invalid_type':
      return {
        Word: issue.message.endsWith(' undefined') ? 'missing' : 'wrongType',
      }
    case 'invalid_value':
      return { Word: 'notOffered' }
    case 'unrecognized_keys':
      return { Word: 'unknownFields' }
    case 'custom':
      return { Word: wordIn(issue.params) ?? 'wrongForm' }
    default:
      return { Word: 'wrongForm' }
  }
}

/** A schema's own rule may name its word. */
function wordIn(parameters: Readonly<Record<string, unknown>> = {}): ReasonWord | undefined {
  const { word } = parameters
  return typeof word === 'string' && isReasonWord(word) ? word : undefined
}

const SHORT: Partial<Record<string, ReasonWord>> = { string: 'tooShort', array: 'tooFew', set: 'tooFew' }
const LONG: Partial<Record<string, ReasonWord>> = { string: 'tooLong', array: 'tooMany', set: 'tooMany' }
