import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Menu, type MenuAction } from '../aria/Menu.tsx'

interface Props {
  /** How the row is called. */
  name: string
  actions: readonly MenuAction[]
}

/** The end of a row: the first of its actions as a word, the others in a menu. */
export function RowEnd({ name, actions }: Props): ReactNode {
  const t = useT()
  const [main, ...others] = actions
  return (
    <span className="row-end">
      {main && (
        <button
          type="button"
          className="button button-plain"
          aria-label={`${main.label}: ${name}`}
          onClick={main.run}
        >
          {main.label}
        </button>
      )}
      {others.length > 0 && <Menu label={t('ui.moreFor', { name })} actions={others} />}
    </span>
  )
}
