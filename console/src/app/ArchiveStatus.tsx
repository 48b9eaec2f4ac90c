import { recordStorage } from '@vedette/contract/calls/record'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { calm } from '../wire/calm.ts'
import { ask } from '../wire/send.ts'
import { useCompanyTime } from './company-time.ts'
import { IconArchive } from './header-icons.tsx'
import { push } from './push.ts'
import { HOME_PATH } from './routes.ts'
import { useCan, useSession } from './session.ts'
import { isAdministrator } from './session-store.ts'

const LOOK_EVERY_MS = 60_000
const TEXTS = {
  full: 'shell.archiveFull',
  unwritable: 'shell.archiveUnwritable',
  locked: 'shell.archiveLocked',
} as const

/** Says on every page that recordings cannot be written, or go before their time: to those who can do something about it. */
export function ArchiveStatus(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const mayKnow = useCan('deviceManger')
  const { data } = useQuery({
    queryKey: [recordStorage.path],
    // Nobody asked for it, so no failure is shown; while the platform is away the link's own status says so.
    queryFn: async () => {
      await calm()
      return push.attempt() > 0 ? null : await ask(recordStorage, {})
    },
    enabled: mayKnow,
    refetchInterval: LOOK_EVERY_MS,
  })
  const state = data?.State ?? 'ok'
  const mayTrust = useSession(({ user }) => isAdministrator(user))
  return (
    <span className="link-status" role="status">
      {mayKnow && data && state === 'ok' && data.Clock === 'ahead' && (
        <span className="archive-trouble" title={t('shell.archiveClockDo')}>
          <IconArchive />
          {mayTrust ? (
            <a href={`#${HOME_PATH}`}>{t('shell.archiveClock')}</a>
          ) : (
            <span>{t('shell.archiveClock')}</span>
          )}
        </span>
      )}
      {mayKnow && data && state !== 'ok' && (
        <span className="archive-trouble" title={t('shell.archiveSince', { time: time.since(data.Since) })}>
          <IconArchive />
          <span>{t(TEXTS[state])}</span>
        </span>
      )}
    </span>
  )
}
