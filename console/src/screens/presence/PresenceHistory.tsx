import { useQuery, useQueryClient } from '@tanstack/react-query'
import { presenceHistory, type PresenceChange } from '@vedette/contract/calls/presence'
import { hasVideo, PRESENCE } from '@vedette/contract/devices'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { type ReactNode, useEffect, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { push } from '../../app/push.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { streamReasonText } from '../../i18n/stream-reason.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { send } from '../../wire/send.ts'

interface Device {
  DID: string
  DevName: string
  DevType: number
}

const SIZES = [10, 20, 50] as const

/** When a device came, went and slept, and what showed it. */
export function PresenceHistory({ device, onClose }: { device: Device; onClose: () => void }): ReactNode {
  const t = useT()
  return (
    <Dialog title={t('presence.title', { name: device.DevName })} kind="wide" onClose={onClose}>
      {() => <History device={device} />}
    </Dialog>
  )
}

function History({ device: { DID, DevType } }: { device: Device }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [{ page, pageSize }, turn] = useState({ page: 1, pageSize: 10 })
  const asked = { DID, Page: page, PageSize: pageSize }
  const history = useQuery({
    queryKey: [presenceHistory.path, asked],
    queryFn: ({ signal }) => send(presenceHistory, asked, { signal }),
  })
  usePushedChanges(DID)
  const rows = history.data?.List ?? []
  return (
    <div className="dialog-form">
      <DataTable
        label={t('presence.state')}
        rows={rows}
        isLoading={history.isPending}
        query={history}
        keyOf={({ Time, Presence, Reason, Status }) => `${Time} ${Presence} ${Reason} ${Status}`}
        nameOf={(row) => `${stateText(t, row)} ${time.since(row.Time)}`}
        empty={<EmptyState title={t('presence.none')} text={t('presence.noneText')} drawing="log" />}
        columns={[
          { key: 'from', head: t('presence.from'), cell: ({ Time }) => time.since(Time) },
          {
            key: 'until',
            head: t('presence.until'),
            cell: ({ Until }) => (Until === null ? t('presence.now') : time.since(Until)),
          },
          { key: 'state', head: t('presence.state'), cell: (row) => stateText(t, row) },
          {
            key: 'why',
            head: t('presence.why'),
            cell: (row) =>
              [whyText(t, row, DevType), row.IsFirst ? t('presence.first') : ''].filter(Boolean).join(' · '),
          },
        ]}
      />
      <Pager
        total={history.data?.Total ?? 0}
        page={page}
        pageSize={pageSize}
        isFetching={history.isFetching}
        onTurn={turn}
        sizes={SIZES}
      />
    </div>
  )
}

const STATES = {
  [PRESENCE.online]: 'presence.online',
  [PRESENCE.offline]: 'presence.offline',
  [PRESENCE.sleeping]: 'presence.sleeping',
} as const

function stateText(t: Translate, { Presence, Status }: PresenceChange): string {
  return t(Status === 'upgrading' ? 'presence.upgrading' : STATES[Presence])
}

function whyText(t: Translate, { Presence, Reason }: PresenceChange, devType: number): string {
  if (Presence === PRESENCE.sleeping) return t('presence.itsWord')
  if (Presence === PRESENCE.online) return t(hasVideo(devType) ? 'presence.pictures' : 'presence.connected')
  return streamReasonText(t, Reason)
}

function usePushedChanges(did: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      push.on(METHOD.presence, (body) => {
        const said = PresenceBody.safeParse(body).data
        if (said?.List.some(({ DID }) => DID === did))
          void client.invalidateQueries({ queryKey: [presenceHistory.path] })
      }),
    [client, did],
  )
}
