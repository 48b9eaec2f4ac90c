import { sayInAlbum } from '../../app/in-album.ts'
import type { Translate } from '../../i18n/language.ts'
import { saveSnapshot } from '../../player/save-snapshot.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'

/** What a window shows, into the album. */
export async function takeSnapshot(
  t: Translate,
  device: DeviceChannel,
  video: HTMLVideoElement,
  atMs: number,
): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
  if (!picture) return say('error', t('replay.snapshotFailed'))
  try {
    const id = await saveSnapshot({ ...device, source: 'replay', at: atMs }, picture)
    sayInAlbum(t('replay.snapshotSaved'), id)
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    say('error', t('replay.snapshotFailed'))
  }
}
