/** How much of the pictures' room is taken, and a warning before the oldest go. */
import type { ReactNode } from 'react'

import { PictureKeepingButton } from '../../app/picture-keeping/PictureKeepingButton.tsx'
import { usePictureKeeping } from '../../app/picture-keeping/use-picture-keeping.ts'
import { useT } from '../../i18n/language.ts'

export function KeepingButton(): ReactNode {
  const t = useT()
  const { keeping } = usePictureKeeping()
  return (
    <>
      {keeping && (
        <span className="album-room">{t('album.room', { used: keeping.used, most: keeping.Gigabytes })}</span>
      )}
      <PictureKeepingButton />
    </>
  )
}

export function NearlyFull(): ReactNode {
  const t = useT()
  const { keeping } = usePictureKeeping()
  if (!keeping?.isNearlyFull) return null
  return (
    <div className="album-nearly-full" role="alert">
      <p>{t('album.nearlyFull', { percent: keeping.percent })}</p>
      <PictureKeepingButton label={t('album.changeLimits')} />
    </div>
  )
}
