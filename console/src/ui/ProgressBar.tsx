import type { CSSProperties, ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { PROGRESS_BAR_MINIMUM, useProgress } from './progress.ts'

/** React's types know no custom properties. */
const STARTS_AT = { '--minimum': PROGRESS_BAR_MINIMUM } as CSSProperties

export function ProgressBar(): ReactNode {
  const t = useT()
  const isRunning = useProgress((state) => state.isRunning)
  return (
    <div
      className="progress"
      data-running={isRunning}
      style={STARTS_AT}
      role="progressbar"
      aria-label={t('app.loading')}
      aria-hidden={!isRunning}
    />
  )
}
