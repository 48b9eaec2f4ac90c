import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { useLoadingMask } from './loading-mask.ts'

/** Covers its children while somebody holds the mask; they can't be used meanwhile. */
export function LoadingMask({ children }: { children: ReactNode }): ReactNode {
  const t = useT()
  const isHeld = useLoadingMask(({ holders }) => holders > 0)
  return (
    <>
      <div className="masked" inert={isHeld} aria-busy={isHeld}>
        {children}
      </div>
      {isHeld && (
        <div className="mask" role="status">
          <span className="mask-ring" />
          {t('app.leaving')}
        </div>
      )}
    </>
  )
}
