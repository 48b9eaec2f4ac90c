import { type ReactNode, useEffect, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import type { WindowView } from '../../player/window-view.ts'
import { calm } from '../../wire/calm.ts'
import { StateIcon } from './icons.tsx'
import { hasSince, reasonText, stateText } from './state-text.ts'

/** What lies over a window that is not live: its state, why, and since when. */
interface Props {
  view: WindowView
  hasTree?: boolean
  isForAlarms?: boolean
}

export function TileVeil({ view, hasTree = true, isForAlarms = false }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const isEmpty = view.state === 'empty'
  const isWaiting = isEmpty && isForAlarms
  const isTouched = isEmpty && matchMedia('(pointer: coarse)').matches
  const hint = isTouched ? t('live.emptyHintTouch') : isEmpty && !hasTree && t('live.emptyHintNoTree')
  const reason = isWaiting ? t('live.alarmHint') : hint || reasonText(t, language, view)
  return (
    <div className="tile-veil" data-over-picture={view.hasPicture}>
      <StateIcon state={view.state} />
      <span>{isWaiting ? t('live.alarmWaits') : stateText(t, view)}</span>
      <div className="tile-why">
        {reason && <small>{reason}</small>}
        {hasSince(view) && <Since ms={view.sinceMs} />}
      </div>
    </div>
  )
}

/** Said when nothing is more urgent: a browser takes long for the first time in a zone, and the picture is waited for. */
function Since({ ms }: { ms: number }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    let isGone = false
    void calm().then(() => !isGone && setCalm(true))
    return () => void (isGone = true)
  }, [])
  return <small>{isCalm ? t('live.since', { time: time.since(ms) }) : '\u00A0'}</small>
}
