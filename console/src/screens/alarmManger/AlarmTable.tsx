import type { EventItem } from '@vedette/contract/calls/event'
import type { AlarmState } from '@vedette/contract/events'
import { type ReactNode, useState } from 'react'

import { idLabel, shownId } from '../../ui/device-id.ts'
import { sourceOf, stateWordOf, typeWordOf } from '../../app/alarms/event-words.ts'
import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { ContextMenu, type MenuAction, type MenuPoint } from '../../ui/aria/Menu.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { Thumb } from './Cards.tsx'
import { identText } from '../../app/alarms/ident-text.ts'

interface Props {
  alarms: readonly EventItem[]
  selected: ReadonlySet<string>
  onChoose: (selected: ReadonlySet<string>) => void
  onOpen: (id: string) => void
  onHandle: (alarm: EventItem, state: AlarmState) => void
  /** Undefined where the person may not. */
  onDelete: ((alarm: EventItem) => void) | undefined
}

/** The seven columns of section 3. */
export function AlarmTable(props: Props): ReactNode {
  const { alarms, selected, onChoose, onOpen, onHandle, onDelete } = props
  const t = useT()
  const [menu, setMenu] = useState<{ alarm: EventItem; point: MenuPoint }>()
  const actionsOf = (alarm: EventItem): MenuAction[] => [
    { key: 'view', label: t('alarms.view'), run: () => onOpen(alarm.CloudEid) },
    { key: 'claim', label: t('alarms.claim'), keyCap: 'C', run: () => onHandle(alarm, 'claimed') },
    { key: 'resolve', label: t('alarms.resolve'), keyCap: 'R', run: () => onHandle(alarm, 'resolved') },
    { key: 'false', label: t('alarms.callFalse'), keyCap: 'F', run: () => onHandle(alarm, 'false') },
    ...(onDelete
      ? [{ key: 'delete', label: t('alarms.delete'), isDanger: true, run: () => onDelete(alarm) }]
      : []),
  ]
  const time = useCompanyTime()
  const textOf = (alarm: EventItem) => ({
    type: t(typeWordOf(alarm.Type)),
    name: sourceOf(t, alarm),
    time: time.since(alarm.Time),
  })
  const columns: Column<EventItem>[] = [
    {
      key: 'Screenshot',
      head: t('alarms.screenshot'),
      width: '96px',
      cell: (alarm) => (
        <span className="alarm-table-thumb">
          <Thumb alarm={alarm} />
        </span>
      ),
    },
    { key: 'IdentName', head: t('alarms.identName'), cell: (alarm) => identText(t, alarm) },
    {
      key: 'DID',
      head: t(idLabel('alarms.deviceId')),
      cell: (alarm) => <span className="alarm-did">{shownId(alarm)}</span>,
    },
    { key: 'DevName', head: t('alarms.deviceName'), cell: (alarm) => sourceOf(t, alarm) },
    { key: 'Type', head: t('alarms.type'), cell: ({ Type }) => t(typeWordOf(Type)) },
    { key: 'Time', head: t('alarms.time'), cell: ({ Time }) => `${time.day(Time)} ${time.clock(Time)}` },
    { key: 'Alias', head: t('alarms.alias'), cell: ({ Alias }) => Alias || '-' },
  ]
  return (
    <>
      <DataTable
        label={t('alarms.list')}
        widthsOf="alarms"
        columns={columns}
        rows={alarms}
        keyOf={({ CloudEid }) => CloudEid}
        nameOf={(alarm) => t('alarms.alarm', textOf(alarm))}
        empty={null}
        chosen={selected}
        onOpen={({ CloudEid }) => onOpen(CloudEid)}
        onMenu={(alarm, point) => setMenu({ alarm, point })}
        onChoose={onChoose}
        actions={(alarm) => (
          <>
            {alarm.State !== 'new' && (
              <span className="alarm-mark" data-state={alarm.State}>
                {t(stateWordOf(alarm.State))}
              </span>
            )}
            <button
              type="button"
              className="button button-plain"
              data-eid={alarm.CloudEid}
              aria-label={t('alarms.open', textOf(alarm))}
              onClick={() => onOpen(alarm.CloudEid)}
            >
              {t('alarms.view')}
            </button>
            {onDelete && (
              <button type="button" className="button button-plain" onClick={() => onDelete(alarm)}>
                {t('alarms.delete')}
              </button>
            )}
          </>
        )}
      />
      <ContextMenu
        label={menu ? t('alarms.alarm', textOf(menu.alarm)) : ''}
        actions={menu ? actionsOf(menu.alarm) : []}
        at={menu?.point}
        onClose={() => setMenu(undefined)}
      />
    </>
  )
}
