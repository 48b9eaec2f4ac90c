/** What a form says at its fields. */
import type { Locator } from 'playwright-core'

export const REQUIRED = 'This is required'

/** What is said at each field, in the form's order. */
export function faultsIn(form: Locator): Promise<Record<string, string>> {
  return form.locator('[data-field]').evaluateAll((fields) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const said = [...field.querySelectorAll('.fault')].map((it) => it.textContent).join('')
        return said === '' ? [] : [[field.getAttribute('data-field'), said]]
      }),
    ),
  )
}

/** Said at each of these fields. */
export const required = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, REQUIRED]))
