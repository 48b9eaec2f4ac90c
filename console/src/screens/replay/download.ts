import { MAX_RANGE_MS, replayUrls } from '@vedette/contract/calls/replay'

import type { Translate } from '../../i18n/language.ts'
import { QUALITIES } from '../../ui/coverage/lanes.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { downloadFrom } from '../../ui/download-from.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure, succeeds } from '../../wire/failure.ts'
import { react } from '../../wire/reactions.ts'
import { partsOf } from './parts-together.ts'

/** Gives the marked time of a camera to the browser's downloads: a file for each stretch of one format. */
export async function downloadRange(
  t: Translate,
  camera: DeviceChannel,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  if (toMs - fromMs > MAX_RANGE_MS) return say('warning', t('replay.downloadTooLong'))
  const range = { From: Math.floor(fromMs), To: Math.ceil(toMs), Form: 'file' as const }
  await succeeds(async () => {
    const parts = await partsOf(camera, QUALITIES, range).catch((cause: unknown) => {
      if (cause instanceof CallFailure) react(replayUrls, cause)
      throw cause
    })
    if (parts.length === 0) return say('warning', t('replay.empty'))
    for (const { Url } of parts) downloadFrom(Url)
    const gaps = parts.reduce((count, { Gaps }) => count + Gaps.length / 2, 0)
    if (gaps > 0) say('warning', t('replay.downloadingGaps', { count: gaps }))
    else say('success', t('replay.downloading'))
  })
}
