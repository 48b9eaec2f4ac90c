import { PASSWORD_REASON, passwordFault } from '@vedette/contract/password-rule'
import type { PasswordRule } from '@vedette/contract/password-rules'

import { reasonText } from '../../i18n/reason-text.ts'
import type { Language } from '../../i18n/packs.ts'

/** What the rule says of a new password, early: the server checks. */
export function newPasswordFault(
  language: Language,
  password: string,
  names: readonly string[],
  rule: PasswordRule,
): string | undefined {
  const broken = passwordFault(password, names, rule)
  return broken && reasonText(language, PASSWORD_REASON[broken])
}
