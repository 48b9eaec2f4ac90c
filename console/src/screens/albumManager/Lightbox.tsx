import type { AlbumPicture } from '@vedette/contract/calls/album'
import { deviceTypeOf } from '@vedette/contract/devices'
import { type KeyboardEvent, type ReactNode, useState } from 'react'

import { idLabel, shownId } from '../../ui/device-id.ts'
import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { IconLeft, IconRight } from '../../ui/control-icons.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { requestBase } from '../../wire/settings.ts'

interface Props {
  picture: AlbumPicture
  hasPrevious: boolean
  hasNext: boolean
  onStep: (by: -1 | 1) => void
  onDownload: () => void
  /** Undefined where the person may not. */
  onDelete: (() => void) | undefined
  onClose: () => void
}

/** One picture, large, with what is known of it; arrow keys go through the album. */
export function Lightbox({ picture, hasPrevious, hasNext, onStep, ...does }: Props): ReactNode {
  const t = useT()
  const { onDownload, onDelete, onClose } = does
  // The buttons stay what they are at either end: one that is disabled would lose the focus, and the arrow keys with it.
  const step = (by: -1 | 1): void => {
    if (by === -1 ? hasPrevious : hasNext) onStep(by)
  }
  const keys = ({ key, target }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
    if (key === 'Delete' && !(target instanceof HTMLInputElement)) onDelete?.()
  }
  return (
    <Dialog title={picture.DevName} kind="wide" onClose={onClose}>
      {() => (
        <div className="album-box" onKeyDown={keys}>
          <div className="album-large">
            <Large key={picture.PictureID} picture={picture} />
            <button
              type="button"
              className="icon-button album-previous"
              aria-label={t('album.previous')}
              aria-disabled={!hasPrevious}
              onClick={() => step(-1)}
            >
              <IconLeft />
            </button>
            <button
              type="button"
              className="icon-button album-next"
              aria-label={t('album.next')}
              aria-disabled={!hasNext}
              onClick={() => step(1)}
            >
              <IconRight />
            </button>
          </div>
          <Facts picture={picture} />
          <div className="dialog-actions">
            {onDelete && (
              <button type="button" className="button button-danger" onClick={onDelete}>
                {t('album.delete')}
              </button>
            )}
            <button type="button" className="button button-primary" onClick={onDownload}>
              {t('album.download')}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Large({ picture: { Url, DevName } }: { picture: AlbumPicture }): ReactNode {
  const t = useT()
  const [tries, setTries] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  if (!hasFailed)
    return <img key={tries} src={requestBase + Url} alt={DevName} onError={() => setFailed(true)} />
  return (
    <div className="album-failed">
      {t('album.pictureFailed')}
      <button
        type="button"
        className="button"
        onClick={() => {
          setTries(tries + 1)
          setFailed(false)
        }}
      >
        {t('ui.tryAgain')}
      </button>
    </div>
  )
}

const BYTES_PER_KB = 1024

function Facts({ picture }: { picture: AlbumPicture }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { Width: width, Height: height, Bytes } = picture
  const facts = [
    [t('album.time'), `${time.day(picture.Time)} ${time.clock(picture.Time)}`],
    [t(idLabel('album.id')), shownId(picture)],
    [t('album.type'), t(`devices.${deviceTypeOf(picture.DevType)}`)],
    [t('album.model'), picture.Model || '–'],
    [t('album.region'), picture.GroupName || '–'],
    [t('album.takenFrom'), t(`album.${picture.Source}`)],
    [t('album.takenBy'), picture.Account],
    [t('album.size'), t('album.sizeText', { width, height, kilobytes: Math.ceil(Bytes / BYTES_PER_KB) })],
    [t('album.hash'), picture.Sha256],
  ]
  return (
    <dl className="album-facts" aria-label={t('album.details')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
