/** What is wrong with a form, by its fields: as the contract's schema says before it is sent, and the server afterwards. */
import { isReasonWord, type ReasonWord } from '@vedette/contract/reasons'
import { FieldFault } from '@vedette/contract/refusals'
import type { z } from 'zod'

import type { Language } from '../../i18n/packs.ts'
import { reasonText } from '../../i18n/reason-text.ts'
import { failureText } from '../../i18n/translate.ts'
import type { CallFailure } from '../../wire/failure.ts'

export type Faults = Readonly<Record<string, string>>

/** All faults at once, the first of each field. */
export function faultsIn(language: Language, schema: z.ZodType, body: unknown): Faults {
  const faults: Record<string, string> = {}
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    faults[field] ??= reasonText(language, ...wordOf(issue))
  }
  return faults
}

function wordOf(issue: z.core.$ZodIssue): [word: ReasonWord, values?: Record<string, number>] {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return ['missing']
      return ['tooSmall', { Least: Number(issue.minimum) }]
    case 'too_big':
      return issue.origin === 'string'
        ? ['tooLong', { Most: Number(issue.maximum) }]
        : [issue.origin === 'array' ? 'tooMany' : 'tooBig', { Most: Number(issue.maximum) }]
    case 'custom': {
      const word: unknown = issue.params?.['word']
      return [typeof word === 'string' && isReasonWord(word) ? word : 'wrongForm']
    }
    case 'invalid_type':
      if (issue.expected === 'int') return ['notWhole']
      return ['received' in issue && issue.received === 'NaN' ? 'notNumber' : 'missing']
    case 'invalid_value':
    case 'invalid_union':
    case 'invalid_format':
      return ['missing']
    default:
      return ['wrongForm']
  }
}

/** A refusal at its field, or at none. */
export function faultsOfFailure(language: Language, failure: CallFailure): Faults {
  const field = FieldFault.safeParse(failure.body).data?.Field.split('.')[0] ?? ''
  return { [field]: failureText(language, failure) }
}
