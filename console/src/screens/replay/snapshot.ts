import { sayInAlbum } from '../../app/in-album.ts'
import { textOf } from '../../app/session.ts'
import type { Translate } from '../../i18n/language.ts'
import type { ReplayWindow } from '../../player/replay-window.ts'
import { saveSnapshot } from '../../player/save-snapshot.ts'
import { stillOf } from '../../player/snapshot.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'

/** Saves what a window shows at a moment in the album; `onTaken` is called once there is a picture. */
export async function takeSnapshot(
  t: Translate,
  device: DeviceChannel | undefined,
  window: ReplayWindow | undefined,
  atMs: number,
  onTaken: () => void,
): Promise<void> {
  // Otherwise its element still holds the picture of another moment.
  const taken = window?.state === 'ready' ? await stillOf(window.element) : undefined
  if (!taken || !device) return say('info', t('live.snapshotNone'))
  onTaken()
  try {
    const id = await saveSnapshot({ ...device, source: 'replay', at: atMs }, taken.picture)
    sayInAlbum(t('replay.snapshotSaved'), id)
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    say('error', t('live.snapshotFailed', { why: textOf(cause) }))
  }
}
