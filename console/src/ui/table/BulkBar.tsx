import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'

interface Props {
  count: number
  /** Offered when all rows of this page are chosen and other pages have more: `most` is what one call takes. */
  rest?: { total: number; most: number; onChooseAll: () => Promise<void> } | undefined
  onClear: () => void
  /** What can be done with the chosen ones. */
  children: ReactNode
}

/** What can be done with the chosen rows; there while any is chosen. */
export function BulkBar({ count, rest, onClear, children }: Props): ReactNode {
  const t = useT()
  const [isChoosing, setChoosing] = useState(false)
  const chooseAll = async (choose: () => Promise<void>): Promise<void> => {
    setChoosing(true)
    try {
      await choose()
    } finally {
      setChoosing(false)
    }
  }
  return (
    <div className="bulk-bar" role="status" hidden={count === 0}>
      <b>{t('ui.chosen', { count })}</b>
      {rest && Math.min(rest.total, rest.most) > count && (
        <button
          type="button"
          className="button button-plain"
          onClick={() => void chooseAll(rest.onChooseAll)}
        >
          {rest.total > rest.most ? t('ui.chooseFirst', rest) : t('ui.chooseAllOf', { total: rest.total })}
        </button>
      )}
      {/* Until all are chosen, an action would reach only those of this page. */}
      <fieldset className="bulk-bar-actions" disabled={isChoosing}>
        {children}
        <button type="button" className="button" onClick={onClear}>
          {t('ui.clearChoice')}
        </button>
      </fieldset>
    </div>
  )
}
