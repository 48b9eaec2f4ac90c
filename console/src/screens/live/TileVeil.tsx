import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import type { WindowView } from '../../player/window-view.ts'
import { StateIcon } from './icons.tsx'
import { hasSince, reasonText, stateText } from './state-text.ts'

/** What lies over a window that is not live: its state, why, and since when. */
export function TileVeil({ view, hasTree = true }: { view: WindowView; hasTree?: boolean }): ReactNode {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const time = useCompanyTime()
  const isEmpty = view.state === 'empty'
  const isTouched = isEmpty && matchMedia('(pointer: coarse)').matches
  const hint = isTouched ? t('live.emptyHintTouch') : isEmpty && !hasTree && t('live.emptyHintNoTree')
  const reason = hint || reasonText(t, language, view)
  return (
    <div className="tile-veil" data-over-picture={view.hasPicture}>
      <StateIcon state={view.state} />
      <span>{stateText(t, view)}</span>
      <div className="tile-why">
        {reason && <small>{reason}</small>}
        {hasSince(view) && <small>{t('live.since', { time: time.since(view.sinceMs) })}</small>}
      </div>
    </div>
  )
}
