/** Fetched when a call is first refused with a reason: i18n/translate.ts, `failureText`. */
import { isReasonWord } from '@vedette/contract/reasons'

import { reasonText } from './reason-text.ts'
import { addReasons } from './translate.ts'

addReasons((language, word, values) => (isReasonWord(word) ? reasonText(language, word, values) : undefined))
