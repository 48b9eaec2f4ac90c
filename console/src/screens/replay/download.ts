import { MAX_RANGE_MS, replayUrl } from '@vedette/contract/calls/record'

import type { Translate } from '../../i18n/language.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'

/** Gives the marked time of a camera to the browser's downloads: a file for each stretch of one format. */
export async function downloadRange(
  t: Translate,
  { did, channel }: DeviceChannel,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  if (toMs - fromMs > MAX_RANGE_MS) return say('warning', t('replay.downloadTooLong'))
  const range = { From: Math.floor(fromMs), To: Math.ceil(toMs), Form: 'file' as const }
  await succeeds(async () => {
    const { Parts } = await send(replayUrl, { DID: did, Channel: channel, ...range })
    for (const { Url } of Parts) {
      const link = document.createElement('a')
      link.href = Url
      link.download = ''
      link.click()
    }
    say('success', t('replay.downloading'))
  })
}
