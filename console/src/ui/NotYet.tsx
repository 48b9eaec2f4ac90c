import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { Skeleton, type SkeletonShape } from './Skeleton.tsx'

interface Props extends SkeletonShape {
  isFailed: boolean
  onRetry: () => void
}

/** Stands in the place of what is fetched: its shape while it comes, a sentence and another try where it could not be. */
export function NotYet({ isFailed, onRetry, ...shape }: Props): ReactNode {
  const t = useT()
  if (!isFailed) return <Skeleton {...shape} />
  return (
    <div role="alert">
      <p>{t('ui.loadFailed')}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('ui.tryAgain')}
      </button>
    </div>
  )
}
