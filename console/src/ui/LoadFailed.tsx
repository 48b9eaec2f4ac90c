import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  /** What could not be loaded. */
  title?: string
  onRetry: () => void
}

/** Stands in the place of a list that could not be fetched. */
export function LoadFailed({ title, onRetry }: Props): ReactNode {
  const t = useT()
  return (
    <EmptyState
      drawing="trouble"
      title={title ?? t('ui.loadFailed')}
      text={title === undefined ? '' : t('ui.loadFailed')}
    >
      <button type="button" className="button" onClick={onRetry}>
        {t('ui.tryAgain')}
      </button>
    </EmptyState>
  )
}
