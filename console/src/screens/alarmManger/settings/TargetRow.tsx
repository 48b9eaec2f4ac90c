import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import {
  alarmTargetList,
  removeAlarmTarget,
  setAlarmTarget,
  testAlarmTarget,
} from '@vedette/contract/calls/alarm-settings'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { DeadAlarms } from './DeadAlarms.tsx'
import { troubleText } from './trouble-text.ts'

type Target = ReplyOf<typeof alarmTargetList>['List'][number]

/** A target, how it does, and what can be done about it. */
export function TargetRow({ target }: { target: Target }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const { TargetID, Url, Kind, UserName, Topic, Types, IsOn, LastOkTime, Waiting, Dead } = target
  const fault = troubleText(t, target.LastTrouble, target.LastStatus, target.LastFault)
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: [alarmTargetList.path] })
  const test = async (): Promise<void> => {
    setTesting(true)
    const act = `test ${TargetID}`
    await succeeds(async () => {
      const { Ok, Detail, Trouble, Status } = await send(testAlarmTarget, { TargetID })
      const detail = troubleText(t, Trouble, Status, Detail)
      if (Ok) say('success', t('alarmSettings.testOk'), undefined, act)
      else say('error', t('alarmSettings.testFailed', { detail }), undefined, act)
    })
    setTesting(false)
  }
  const turn = (isOn: boolean) =>
    void succeeds(async () => {
      await send(setAlarmTarget, { TargetID, Kind, Url, UserName, Topic, Types, IsOn: isOn })
      await changed()
    })
  return (
    <li>
      <div className="alarm-settings-line">
        <b className="alarm-target-url">{Url}</b>
        <Switch label={t('alarmSettings.on')} isOn={IsOn} onSwitch={turn} />
        <button type="button" className="button" disabled={isTesting} onClick={() => void test()}>
          {isTesting ? t('alarmSettings.testing') : t('alarmSettings.test')}
        </button>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {t('alarms.delete')}
        </button>
      </div>
      <p className="alarm-target-state" role="status">
        {LastOkTime === null
          ? t('alarmSettings.neverSent')
          : t('alarmSettings.lastSent', { time: time.since(LastOkTime) })}
        {Waiting > 0 && ` · ${t('alarmSettings.waiting', { count: Waiting })}`}
        {fault !== '' && ` · ${t('alarmSettings.lastFault', { detail: fault })}`}
      </p>
      {Dead > 0 && <DeadAlarms targetId={TargetID} count={Dead} />}
      {isAsking && (
        <Confirm
          title={t('alarmSettings.removeTitle')}
          confirmLabel={t('alarms.delete')}
          isDestructive
          onConfirm={async () => {
            await send(removeAlarmTarget, { TargetID })
            await changed()
          }}
          onClose={() => setAsking(false)}
        >
          {t('alarmSettings.removeAsk', { url: Url })}
        </Confirm>
      )}
    </li>
  )
}
