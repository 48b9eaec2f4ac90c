/** Saves what the chosen window shows in the album, says so, and takes it back. */
import { type ReactNode, useEffect, useState } from 'react'

import { takeBack } from '../../app/in-album.ts'
import { useCan } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { saveSnapshot } from '../../player/save-snapshot.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import type { TakenPicture } from './Tile.tsx'

/** Long enough to reach for Undo. */
const NOTICE_MS = 8000

interface Needs {
  /** The picture of the chosen window. */
  picture: () => Promise<TakenPicture | undefined> | undefined
  nameOf: (device: DeviceChannel) => string
}

interface SnapshotControls {
  take: () => Promise<void>
  notice: ReactNode
}

export function useSnapshot({ picture, nameOf }: Needs): SnapshotControls {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const [mayOpen, mayDelete] = [useCan('albumManager'), useCan('albumManager', 'delete')]
  const [saved, setSaved] = useState<{ id: string; name: string }>()
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(undefined), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [saved])

  return {
    async take() {
      const taken = await picture()
      if (!taken) return say('info', t('live.snapshotNone'))
      const { did, channel, at } = taken
      try {
        const id = await saveSnapshot({ did, channel, source: 'live', at }, taken.picture)
        setSaved({ id, name: nameOf({ did, channel }) })
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause
        say('error', t('live.snapshotFailed', { why: failureText(language, cause) }))
      }
    },
    notice: saved && (
      <p className="live-notice" role="status">
        {t('live.snapshotSaved', { name: saved.name })}
        {mayOpen && <a href="#/albumManager">{t('live.inAlbum')}</a>}
        {mayDelete && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setSaved(undefined)
              void takeBack(saved.id)
            }}
          >
            {t('ui.undo')}
          </button>
        )}
      </p>
    ),
  }
}
