import { type ReactNode, useEffect } from 'react'

import { useT } from '../../i18n/language.ts'

interface Props {
  name: string
  onUndo: () => void
  onOver: () => void
}

/** Long enough to see where it went. */
const OFFERED_MS = 15_000

/** Shown after a marker was dragged: it can be put back. */
export function UndoMove({ name, onUndo, onOver }: Props): ReactNode {
  const t = useT()
  useEffect(() => {
    const timer = setTimeout(onOver, OFFERED_MS)
    return () => clearTimeout(timer)
  }, [onOver])
  return (
    <div className="map-undo map-above" role="status">
      <span>{t('map.moved', { name })}</span>
      <button type="button" className="button" onClick={onUndo}>
        {t('ui.undo')}
      </button>
    </div>
  )
}
