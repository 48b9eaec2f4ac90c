import { useState } from 'react'

import { useLanguage } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { CallFailure } from '../../wire/failure.ts'

/** What refuses the work of a form, in words. */
export function useRefusal() {
  const language = useLanguage((choice) => choice.language)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setFault(failureText(language, cause))
    } finally {
      setBusy(false)
    }
  }
  return { fault, setFault, isBusy, attempt }
}
