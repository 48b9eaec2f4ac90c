import './skeleton.css'

import { type ReactNode, useEffect, useState } from 'react'

import { useT } from '../i18n/language.ts'

export interface SkeletonShape {
  /** `rows`: a list with pictures; `form`: fields under their labels; `cards`: parts of a page. */
  shape: 'rows' | 'form' | 'cards'
  count?: number
}

/** What comes within it needs nothing in its place. */
const MOMENT_MS = 200

/** Stands in the shape of what comes, once that takes longer than a moment. */
export function Skeleton({ shape, count = 6 }: SkeletonShape): ReactNode {
  const t = useT()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton" data-shape={shape} role="status">
      <span className="unseen">{t('ui.loading')}</span>
      {isLate &&
        Array.from({ length: count }, (_, at) => (
          <span key={at} className="skeleton-part" aria-hidden="true" />
        ))}
    </div>
  )
}
