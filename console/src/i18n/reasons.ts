/** Fetched when a call is first refused with a reason: i18n/translate.ts, `failureText`. */
import { isReasonWord, reasonText } from '@vedette/contract/reasons'

import { addReasons } from './translate.ts'

addReasons((language, word, values) => (isReasonWord(word) ? reasonText(language, word, values) : undefined))
