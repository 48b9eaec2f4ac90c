/** An export of this person that has ended is told on whatever page is in sight. */
import { recordExports } from '@vedette/contract/calls/export'
import { METHOD, ProgressBody } from '@vedette/contract/push'
import { navigate } from 'wouter/use-hash-location'

import { currentT } from '../i18n/language.ts'
import { listed } from '../ui/listed.ts'
import { pathInAddress } from '../ui/path-in-address.ts'
import { say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { ask } from '../wire/send.ts'
import { push } from './push.ts'
import { EXPORTS_PATH } from './routes.ts'

/** Starts to tell; returns how to stop. */
export function tellExports(): () => void {
  return push.on(METHOD.progress, (body) => {
    const news = ProgressBody.safeParse(body).data
    if (news?.Kind === 'export' && news.State !== 'running') void tell(news.ID)
  })
}

async function tell(id: string): Promise<void> {
  try {
    const { List } = await ask(recordExports, {})
    // One that was cancelled is not listed any more.
    const made = List.find(({ ExportID }) => ExportID === id)
    if (!made || pathInAddress() === `#${EXPORTS_PATH}`) return
    const t = currentT()
    const names = listed(
      t,
      made.Cameras.map(({ Name }) => Name),
    )
    const show = { label: t('shell.exportShow'), run: () => navigate(EXPORTS_PATH) }
    if (made.State === 'done') say('success', t('shell.exportDone', { names }), show)
    else say('error', t('shell.exportFailed', { names }), show)
  } catch (cause) {
    // Nobody asked for it: the page of exports has it.
    if (!(cause instanceof CallFailure)) throw cause
  }
}
