import type { EventBox } from '@vedette/contract/events'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'
import type { CloudPicture } from './cloud-picture.ts'

interface Props {
  picture: CloudPicture
  /** Which one, where the alarm has several images. */
  at?: number
  alt: string
  /** What was detected, outlined in the first. */
  box?: EventBox | null
  /** What was, which gives the outline its colour. */
  word?: PlainTextKey
  onRetry: () => void
}

/** The picture in its frame, or why it is not there. */
export function AlarmPicture({ picture, at = 0, alt, box = null, word, onRetry }: Props): ReactNode {
  const t = useT()
  const [size, setSize] = useState<{ width: number; height: number }>()
  return (
    <div className="alarm-frame" data-state={picture.state} aria-busy={picture.state === 'loading'}>
      {picture.state === 'shown' && (
        <img
          src={picture.urls[at] ?? picture.urls[0]}
          alt={alt}
          onLoad={({ currentTarget: it }) => setSize({ width: it.naturalWidth, height: it.naturalHeight })}
        />
      )}
      {picture.state === 'shown' && size && box && at === 0 && (
        // Lies over the picture as the picture lies in its frame.
        <svg
          className="alarm-outline"
          data-word={word}
          viewBox={`0 0 ${size.width} ${size.height}`}
          aria-hidden="true"
        >
          <rect
            x={box.X * size.width}
            y={box.Y * size.height}
            width={box.W * size.width}
            height={box.H * size.height}
          />
        </svg>
      )}
      {picture.state === 'loading' && <span className="alarm-wait">{t('alarms.pictureLoading')}</span>}
      {picture.state === 'none' && <span className="alarm-quiet">{t('alarms.noPicture')}</span>}
      {picture.state === 'failed' && (
        <>
          <span>{t('alarms.pictureFailed')}</span>
          <button type="button" className="button" onClick={onRetry}>
            {t('ui.tryAgain')}
          </button>
        </>
      )}
    </div>
  )
}
