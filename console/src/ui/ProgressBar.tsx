import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { useProgress } from './progress.ts'

export function ProgressBar(): ReactNode {
  const t = useT()
  const isRunning = useProgress((state) => state.isRunning)
  return (
    <div
      className="progress"
      data-running={isRunning}
      role="progressbar"
      aria-label={t('app.loading')}
      aria-hidden={!isRunning}
    />
  )
}
