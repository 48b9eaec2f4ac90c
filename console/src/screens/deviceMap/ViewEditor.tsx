import { type FieldOfView, setFieldOfView } from '@vedette/contract/calls/device-map'
import { type ReactNode, useEffect, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { Slider } from '../../ui/aria/Slider.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import type { DraftedView } from './ViewCones.tsx'

interface Props {
  did: string
  value: FieldOfView | undefined
  /** Shows it on the map meanwhile; undefined: no longer. */
  onDraft: (drafted: Pick<DraftedView, 'view' | 'isChanged'> | undefined) => void
  onSaved: () => Promise<unknown>
  onClose: () => void
}

const FIRST: FieldOfView = { Heading: 0, Angle: 70, Reach: 60 }
const MOST_REACH_M = 500

/** Where a camera looks, how wide and how far: seen on the map while it is set. */
export function ViewEditor({ did, value, onDraft, onSaved, onClose }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const [first] = useState(value ?? FIRST)
  const [view, setView] = useState(first)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    onDraft({ view, isChanged: !isSame(view, first) })
    return () => onDraft(undefined)
  }, [view, first, onDraft])
  const save = async (View: FieldOfView | null): Promise<void> => {
    try {
      await ask(setFieldOfView, { DID: did, View })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      return setFault(failureText(language, cause))
    }
    await onSaved()
    onClose()
  }
  const degrees = (n: number): string => `${n}°`
  return (
    <div className="map-view-editor">
      <Slider
        label={t('map.heading')}
        min={0}
        max={359}
        value={view.Heading}
        format={degrees}
        onChange={(Heading) => setView({ ...view, Heading })}
      />
      <Slider
        label={t('map.viewAngle')}
        min={5}
        max={360}
        step={5}
        value={view.Angle}
        format={degrees}
        onChange={(Angle) => setView({ ...view, Angle })}
      />
      <Slider
        label={t('map.reach')}
        min={5}
        max={MOST_REACH_M}
        step={5}
        value={Math.min(view.Reach, MOST_REACH_M)}
        format={(n) => t('map.metres', { n })}
        onChange={(Reach) => setView({ ...view, Reach })}
      />
      <p className="fault" role="alert">
        {fault}
      </p>
      <div className="map-card-actions">
        {value && (
          <button type="button" className="button" onClick={() => void save(null)}>
            {t('map.removeView')}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {t('ui.cancel')}
        </button>
        <button type="button" className="button button-primary" onClick={() => void save(view)}>
          {t('ui.save')}
        </button>
      </div>
    </div>
  )
}

function isSame(a: FieldOfView, b: FieldOfView): boolean {
  return a.Heading === b.Heading && a.Angle === b.Angle && a.Reach === b.Reach
}
