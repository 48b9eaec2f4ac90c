import './folded-filters.css'

import { type ReactNode, useId, useState } from 'react'

import { usePhone } from '../app/use-phone.ts'
import { useT } from '../i18n/language.ts'
import { IconFunnel } from './page-icons.tsx'

interface Props {
  /** How many of them are set. */
  active: number
  children: ReactNode
}

/** The filters of a list beside its search; on a phone they wait behind one button, which says how many are set. */
export function FoldedFilters({ active, children }: Props): ReactNode {
  const t = useT()
  const isPhone = usePhone()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (!isPhone) return children
  return (
    <>
      <button
        type="button"
        className="button filters-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconFunnel />
        {t('ui.filter')}
        {active > 0 && <b>{t('ui.number', { value: active })}</b>}
      </button>
      {isOpen && (
        <div id={id} className="folded-filters" role="group" aria-label={t('ui.filter')}>
          {children}
        </div>
      )}
    </>
  )
}
