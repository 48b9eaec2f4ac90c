import { CODES } from '@vedette/contract/codes'
import { Component, type ReactNode, useEffect } from 'react'

import { useLanguage, useT } from '../i18n/language.ts'
import { codeText } from '../i18n/translate.ts'
import { Notice } from '../ui/Notice.tsx'
import { endProgress } from '../ui/progress.ts'

interface Props {
  children: ReactNode
}

type Failure = 'none' | 'broken' | 'notFetched'

/** What browsers and Vite say of a part of the console that doesn't come: it isn't there any more, or the network is cut. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

/** Stands in for what threw while rendering; React itself writes the error to the console. */
export class ErrorBoundary extends Component<Props, { failure: Failure }> {
  override state = { failure: 'none' as Failure }

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: error instanceof Error && NOT_FETCHED.test(error.message) ? 'notFetched' : 'broken' }
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === 'none' ? this.props.children : <Broken isFetched={failure === 'broken'} />
  }
}

function Broken({ isFetched }: { isFetched: boolean }): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const title = isFetched ? t('app.brokenTitle') : codeText(language, CODES.loadFailed.code, 'loadFailed')
  // A page that could not be fetched never arrives.
  useEffect(endProgress, [])
  return (
    <Notice title={title} text={t(isFetched ? 'app.brokenText' : 'app.notFetchedText')}>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        {t('app.reload')}
      </button>
    </Notice>
  )
}
