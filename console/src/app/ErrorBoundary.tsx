import { Component, type ReactNode, useEffect } from 'react'

import { useT } from '../i18n/language.ts'
import { Notice } from '../ui/Notice.tsx'
import { endProgress } from '../ui/progress.ts'

interface Props {
  children: ReactNode
}

/** Stands in for what threw while rendering; React itself writes the error to the console. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Broken /> : this.props.children
  }
}

function Broken(): ReactNode {
  const t = useT()
  // A page that could not be fetched never arrives.
  useEffect(endProgress, [])
  return (
    <Notice title={t('app.brokenTitle')} text={t('app.brokenText')}>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        {t('app.reload')}
      </button>
    </Notice>
  )
}
