import { FieldFault } from '@vedette/contract/refusals'
import { type FormEvent, useState } from 'react'

import { useLanguage } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { CallFailure } from '../../wire/failure.ts'

/** Text fields that a call takes by the same names: what is empty is said before, what the server refuses at its field. */
export function useFields<Name extends string>(
  empty: Readonly<Record<Name, string>>,
  missing: Readonly<Record<Name, string>>,
) {
  const language = useLanguage((state) => state.language)
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<{ [N in Name]?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const names = namesOf(empty)
  return {
    isBusy,
    of: (name: Name) => ({
      value: values[name],
      onType: (value: string) => setValues({ ...values, [name]: value }),
      fault: faults[name],
    }),
    onSubmit: (run: (values: Readonly<Record<Name, string>>) => Promise<void>) => (event: FormEvent) => {
      event.preventDefault()
      const found: { [N in Name]?: string } = {}
      for (const name of names) if (values[name] === '') found[name] = missing[name]
      setFaults(found)
      if (isBusy || Object.keys(found).length > 0) return
      setBusy(true)
      run(values)
        .catch((cause: unknown) => {
          if (!(cause instanceof CallFailure)) throw cause
          const said = FieldFault.safeParse(cause.body).data?.Field
          const at = names.find((name) => name === said) ?? names[0]
          const refused: { [N in Name]?: string } = {}
          if (at !== undefined) refused[at] = failureText(language, cause)
          setFaults(refused)
        })
        .finally(() => setBusy(false))
    },
  }
}

function namesOf<Name extends string>(values: Readonly<Record<Name, string>>): Name[] {
  const names: Name[] = []
  for (const name in values) names.push(name)
  return names
}
