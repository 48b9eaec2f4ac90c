import './task-progress.css'

import { type ReactNode, useId } from 'react'

import { useT } from '../i18n/language.ts'

interface Props {
  label: string
  /** Undefined while the end is not known. */
  total: number | undefined
  done: number
  onCancel?: () => void
}

/** Work that takes longer than a second: how far it is. */
export function TaskProgress({ label, total, done, onCancel }: Props): ReactNode {
  const t = useT()
  const id = useId()
  return (
    <div className="task-progress" role="status">
      <label htmlFor={id}>{label}</label>
      <progress id={id} {...(total === undefined ? {} : { max: Math.max(total, 1), value: done })} />
      {total !== undefined && <span>{t('ui.doneOf', { done, total })}</span>}
      {onCancel && (
        <button type="button" className="button" onClick={onCancel}>
          {t('ui.cancel')}
        </button>
      )}
    </div>
  )
}
