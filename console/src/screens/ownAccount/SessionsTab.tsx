import {
  endOtherSessions,
  endSession,
  type OwnSession,
  sessionList,
} from '@vedette/contract/calls/own-account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'
import { browserOf } from '../../ui/browser-of.ts'

export function SessionsTab(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [ending, setEnding] = useState<OwnSession>()
  const [isEndingOthers, setEndingOthers] = useState(false)
  const sessions = useQuery({
    queryKey: [sessionList.path],
    queryFn: ({ signal }) => send(sessionList, {}, { signal }),
  })
  const nameOf = (row: OwnSession): string => browserOf(row.UserAgent) ?? t('ownAccount.unknownBrowser')
  const others = sessions.data?.List.filter(({ IsCurrent }) => !IsCurrent).length ?? 0
  return (
    <>
      {others > 0 && (
        <p>
          <button type="button" className="button" onClick={() => setEndingOthers(true)}>
            {t('ownAccount.endOthers')}
          </button>
        </p>
      )}
      <DataTable
        label={t('ownAccount.sessionsOf')}
        columns={[
          { key: 'browser', head: t('ownAccount.browser'), cell: nameOf },
          { key: 'address', head: t('ownAccount.address'), cell: (row) => row.Address },
          { key: 'since', head: t('ownAccount.since'), cell: (row) => time.since(row.CreatedAt) },
          { key: 'seen', head: t('ownAccount.lastSeen'), cell: (row) => time.since(row.LastSeenAt) },
        ]}
        rows={sessions.data?.List ?? []}
        keyOf={(row) => row.SessionID}
        nameOf={nameOf}
        isLoading={sessions.isLoading}
        empty={<LoadFailed title={t('ownAccount.sessionsOf')} onRetry={() => void sessions.refetch()} />}
        actions={(row) =>
          row.IsCurrent ? (
            <span>{t('ownAccount.thisSession')}</span>
          ) : (
            <button
              type="button"
              className="button"
              aria-label={`${t('ownAccount.endSession')} ${nameOf(row)} ${row.Address}`}
              onClick={() => setEnding(row)}
            >
              {t('ownAccount.endSession')}
            </button>
          )
        }
      />
      {isEndingOthers && (
        <Confirm
          title={t('ownAccount.endOthers')}
          confirmLabel={t('ownAccount.endOthers')}
          isDestructive
          onConfirm={async () => {
            const { Ended } = await send(endOtherSessions, {})
            await queries.invalidateQueries({ queryKey: [sessionList.path] })
            say('success', t('ownAccount.othersEnded', { count: Ended }))
          }}
          onClose={() => setEndingOthers(false)}
        >
          <p>{t('ownAccount.endOthersQuestion', { count: others })}</p>
        </Confirm>
      )}
      {ending && (
        <Confirm
          title={t('ownAccount.endSessionTitle')}
          confirmLabel={t('ownAccount.endSession')}
          isDestructive
          onConfirm={async () => {
            await send(endSession, { SessionID: ending.SessionID })
            await queries.invalidateQueries({ queryKey: [sessionList.path] })
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>{t('ownAccount.endSessionQuestion', { browser: nameOf(ending), address: ending.Address })}</p>
        </Confirm>
      )}
    </>
  )
}
