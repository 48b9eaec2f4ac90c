import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'

interface Props {
  count: number
  onClear: () => void
  /** What can be done with the chosen ones. */
  children: ReactNode
}

/** What can be done with the chosen rows; there while any is chosen. */
export function BulkBar({ count, onClear, children }: Props): ReactNode {
  const t = useT()
  return (
    <div className="bulk-bar" role="status" hidden={count === 0}>
      <b>{t('ui.chosen', { count })}</b>
      {children}
      <button type="button" className="button" onClick={onClear}>
        {t('ui.clearChoice')}
      </button>
    </div>
  )
}
