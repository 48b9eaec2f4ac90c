import type { Translate } from '../i18n/language.ts'

/** `Front door, Yard, Gate and 4 more`: the names in a question about many things. */
export function listed(t: Translate, names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).join(t('ui.comma'))
  const count = names.length - most
  return count > 0 ? t('ui.andMore', { names: shown, count }) : shown
}
