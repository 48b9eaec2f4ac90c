import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import type { DrawingName } from '../drawings.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { LoadFailed } from '../LoadFailed.tsx'

interface Props {
  /** Where it could not be loaded. */
  failed: { title: string; isSo: boolean; onRetry: () => void }
  title: string
  /** What to do next. */
  text: string
  /** Given where a search or filter may be why there is nothing: takes it away. */
  onClear?: (() => void) | undefined
  /** What is missing, where nothing filters. */
  drawing: DrawingName
  /** The next step, where nothing filters. */
  children?: ReactNode
}

/** Stands instead of rows: there are none, or they could not be fetched. */
export function NothingListed({ failed, title, text, onClear, drawing, children }: Props): ReactNode {
  const t = useT()
  if (!failed.isSo)
    return (
      <EmptyState title={title} text={text} drawing={onClear ? 'search' : drawing}>
        {onClear ? (
          <button type="button" className="button button-primary" onClick={onClear}>
            {t('ui.clearFilters')}
          </button>
        ) : (
          children
        )}
      </EmptyState>
    )
  return <LoadFailed title={failed.title} onRetry={failed.onRetry} />
}
