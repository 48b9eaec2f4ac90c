import { FieldFault } from '@vedette/contract/refusals'
import { useState } from 'react'

import { useLanguage } from '../i18n/language.ts'
import { failureText } from '../i18n/translate.ts'
import { CallFailure } from '../wire/failure.ts'

/** What is wrong in a form, by the field of the call's body; under `''` what belongs to none of the shown ones. */
export type Faults = Readonly<Record<string, string>>

export interface FormFaults {
  faults: Faults
  isBusy: boolean
  /** Does the work of the form, and shows at its field what refuses it. Returns whether it was done. */
  attempt: (
    fields: readonly string[],
    work: () => Promise<unknown>,
    fieldOf?: (failure: CallFailure) => string,
  ) => Promise<boolean>
  setFaults: (faults: Faults) => void
}

export function useFormFaults(): FormFaults {
  const language = useLanguage((choice) => choice.language)
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const attempt: FormFaults['attempt'] = async (fields, work, fieldOf = fieldOfFault) => {
    setBusy(true)
    setFaults({})
    try {
      await work()
      return true
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      const field = fieldOf(cause)
      setFaults({ [fields.includes(field) ? field : '']: failureText(language, cause) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { faults, isBusy, attempt, setFaults }
}

function fieldOfFault({ body }: CallFailure): string {
  return FieldFault.safeParse(body).data?.Field ?? ''
}
