import { useQuery, useQueryClient } from '@tanstack/react-query'
import { alarmTargetList, deadAlarmList, handleDeadAlarms } from '@vedette/contract/calls/alarm-settings'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { troubleText } from './trouble-text.ts'

const SHOWN = 20

/** What a target did not take, however often it was tried. */
export function DeadAlarms({ targetId, count }: { targetId: string; count: number }): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const handle = async (Deed: 'retry' | 'drop'): Promise<void> => {
    await send(handleDeadAlarms, { TargetID: targetId, Deed })
    await queries.invalidateQueries({ queryKey: [alarmTargetList.path] })
  }
  return (
    <>
      <div className="alarm-settings-line">
        <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('alarmSettings.dead', { count })}
        </button>
        <button type="button" className="button" onClick={() => void succeeds(() => handle('retry'))}>
          {t('ui.tryAgain')}
        </button>
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {t('alarmSettings.drop')}
        </button>
      </div>
      {isOpen && <Listed targetId={targetId} count={count} />}
      {isAsking && (
        <Confirm
          title={t('alarmSettings.dropTitle')}
          confirmLabel={t('alarmSettings.drop')}
          isDestructive
          onConfirm={() => handle('drop')}
          onClose={() => setAsking(false)}
        >
          {t('alarmSettings.dropAsk', { count })}
        </Confirm>
      )}
    </>
  )
}

function Listed({ targetId, count }: { targetId: string; count: number }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { data } = useQuery({
    queryKey: [deadAlarmList.path, targetId, count],
    queryFn: ({ signal }) => send(deadAlarmList, { TargetID: targetId, PageSize: SHOWN }, { signal }),
  })
  return (
    <ul className="alarm-target-dead">
      {data?.List.map(({ CloudEid, Time, Tries, Fault, Trouble, Status }) => (
        <li key={CloudEid}>
          {t('alarmSettings.deadOne', {
            time: `${time.day(Time)} ${time.clock(Time)}`,
            count: Tries,
            detail: troubleText(t, Trouble, Status, Fault),
          })}
        </li>
      ))}
    </ul>
  )
}
