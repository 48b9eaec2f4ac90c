import type { EventItem } from '@vedette/contract/calls/event'
import type { ReactNode } from 'react'

import { idLabel, shownId } from '../../ui/device-id.ts'
import { stateWordOf, typeWordOf } from '../../app/alarms/event-words.ts'
import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { Thumb } from './Cards.tsx'
import { identText } from '../../app/alarms/ident-text.ts'

interface Props {
  alarms: readonly EventItem[]
  selected: ReadonlySet<string>
  canSelect: boolean
  onChoose: (selected: ReadonlySet<string>) => void
  onOpen: (id: string) => void
  /** Undefined where the person may not. */
  onDelete: ((alarm: EventItem) => void) | undefined
}

/** The seven columns of section 3. */
export function AlarmTable({ alarms, selected, canSelect, onChoose, onOpen, onDelete }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const textOf = ({ Type, DevName, Time }: EventItem) => ({
    type: t(typeWordOf(Type)),
    name: DevName,
    time: time.since(Time),
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
    { key: 'DevName', head: t('alarms.deviceName'), cell: ({ DevName }) => DevName },
    { key: 'Type', head: t('alarms.type'), cell: ({ Type }) => t(typeWordOf(Type)) },
    { key: 'Time', head: t('alarms.time'), cell: ({ Time }) => `${time.day(Time)} ${time.clock(Time)}` },
    { key: 'Alias', head: t('alarms.alias'), cell: ({ Alias }) => Alias || '-' },
  ]
  return (
    <DataTable
      label={t('alarms.list')}
      widthsOf="alarms"
      columns={columns}
      rows={alarms}
      keyOf={({ CloudEid }) => CloudEid}
      nameOf={(alarm) => t('alarms.alarm', textOf(alarm))}
      empty={null}
      chosen={selected}
      {...(canSelect ? { onChoose } : {})}
      actions={(alarm) => (
        <>
          {alarm.State !== 'new' && (
            <span className="alarm-mark" data-state={alarm.State}>
              {t(stateWordOf(alarm.State))}
            </span>
          )}
          <button
            type="button"
            className="button"
            data-eid={alarm.CloudEid}
            aria-label={t('alarms.open', textOf(alarm))}
            onClick={() => onOpen(alarm.CloudEid)}
          >
            {t('alarms.view')}
          </button>
          {onDelete && (
            <button type="button" className="button" onClick={() => onDelete(alarm)}>
              {t('alarms.delete')}
            </button>
          )}
        </>
      )}
    />
  )
}
