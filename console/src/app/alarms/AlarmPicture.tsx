import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import type { CloudPicture } from './cloud-picture.ts'

interface Props {
  picture: CloudPicture
  /** Which one, where the alarm has several images. */
  at?: number
  alt: string
  onRetry: () => void
}

/** The picture in its frame, or why it is not there. */
export function AlarmPicture({ picture, at = 0, alt, onRetry }: Props): ReactNode {
  const t = useT()
  return (
    <div className="alarm-frame" data-state={picture.state} aria-busy={picture.state === 'loading'}>
      {picture.state === 'shown' && <img src={picture.urls[at] ?? picture.urls[0]} alt={alt} />}
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
