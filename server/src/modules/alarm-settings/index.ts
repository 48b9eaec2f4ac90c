import { randomBytes } from 'node:crypto'

import {
  alarmPolicy,
  alarmTargetList,
  deadAlarmList,
  handleDeadAlarms,
  MOST_ALARM_TARGETS,
  removeAlarmTarget,
  setAlarmPolicy,
  setAlarmTarget,
  testAlarmTarget,
} from '@vedette/contract/calls/alarm-settings'
import { Refusal } from '@vedette/contract/codes'
import { EVENT_TYPES } from '@vedette/contract/events'
import type { AddressOutcome } from '@vedette/devices/address'

import type { Clock } from '../../engines/clock.ts'
import { outgoing } from '../../engines/outgoing.ts'
import type { SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { Events } from '../event/index.ts'
import { AlarmDispatcher, sealed } from './dispatcher.ts'
import { faultOf, readFault } from './faults.ts'
import { AlarmRetention, DEFAULT_POLICY } from './retention.ts'
import { alarmSettingsStore, allTypes } from './store.ts'

export { PAUSES_MS } from './dispatcher.ts'

const KEY_BYTES = 32

interface Needs {
  storage: Storage
  secretBox: SecretBox
  clock: Clock
  agedAt: () => number
  newId: () => string
  /** Which addresses may be dialled. */
  check: (address: string) => Promise<AddressOutcome>
  events: Pick<Events, 'intake' | 'remove'>
  onError: (error: unknown) => void
}

interface AlarmSettingsModule {
  routes: Route[]
  retention: AlarmRetention
  close(): Promise<void>
}

export function openAlarmSettings(needs: Needs): AlarmSettingsModule {
  const { storage, secretBox, clock, newId, events } = needs
  const store = alarmSettingsStore(storage)
  const dispatcher = new AlarmDispatcher({ ...needs, store, outgoing: outgoing(needs.check) })
  const retention = new AlarmRetention({ ...needs, store, remove: events.remove })
  const stop = events.intake.listen({ onStored: () => dispatcher.look() })
  const known = async (companyId: string, id: string) => {
    const row = await store.target(companyId, id)
    if (!row) throw new Refusal('noDataAuthority')
    return row
  }
  const routes = [
    serve(alarmPolicy, async (_body, { companyId }) => {
      const [policy, Alarms] = await Promise.all([store.policy(companyId), store.alarms(companyId)])
      const { days, most } = policy ?? DEFAULT_POLICY
      return { Days: days, Most: most, Alarms }
    }),

    serve(setAlarmPolicy, async ({ Days, Most }, { companyId }, visitor) => {
      visitor.tell({ days: Days, most: Most })
      await store.setPolicy(companyId, { days: Days, most: Most })
      retention.sweep().catch(needs.onError)
      return {}
    }),

    serve(alarmTargetList, async (_body, { companyId }) => {
      const rows = await store.targets(companyId)
      const List = rows.map((row) => ({
        TargetID: row.id,
        Kind: row.kind,
        Url: row.url,
        UserName: row.user_name,
        Topic: row.topic,
        Types:
          row.type_bits === allTypes
            ? []
            : EVENT_TYPES.map((_, type) => type).filter((type) => (row.type_bits & (1 << type)) !== 0),
        IsOn: row.is_on === 1,
        LastOkTime: row.last_ok_at,
        ...lastFaultOf(row.last_fault),
        Waiting: row.waiting ?? 0,
        Dead: row.dead ?? 0,
      }))
      return { Total: List.length, List }
    }),

    serve(setAlarmTarget, async ({ TargetID, Password, ...asked }, { companyId }) => {
      const before = TargetID === undefined ? undefined : await known(companyId, TargetID)
      if (!before && (await store.targets(companyId)).length >= MOST_ALARM_TARGETS)
        throw new Refusal('tooLarge', { Limit: MOST_ALARM_TARGETS })
      const id = TargetID ?? newId()
      const isNewHook = asked.Kind === 'webhook' && before?.kind !== 'webhook'
      const Key = isNewHook ? randomBytes(KEY_BYTES).toString('base64url') : ''
      const secret = asked.Kind === 'webhook' ? Key : Password
      const isKept = before !== undefined && !isNewHook && (asked.Kind === 'webhook' || secret === undefined)
      const row = {
        kind: asked.Kind,
        url: asked.Url,
        user_name: asked.UserName,
        topic: asked.Topic,
        type_bits:
          asked.Types.length === 0 ? allTypes : asked.Types.reduce((bits, type) => bits | (1 << type), 0),
        is_on: asked.IsOn ? (1 as const) : (0 as const),
        secret_box: isKept ? before.secret_box : sealed(secretBox, secret ?? '', companyId, id),
      }
      if (before) await store.set(companyId, id, row)
      else await store.add(companyId, id, row)
      return { TargetID: id, Key }
    }),

    serve(removeAlarmTarget, async ({ TargetID }, { companyId }) => {
      await known(companyId, TargetID)
      await store.remove(companyId, TargetID)
      return {}
    }),

    serve(testAlarmTarget, async ({ TargetID }, { companyId }) => {
      const target = await known(companyId, TargetID)
      try {
        await dispatcher.test(companyId, TargetID, { ...target, userName: target.user_name })
        return { Ok: true, Detail: '', Trouble: '' as const, Status: 0 }
      } catch (error) {
        const { detail, trouble, status } = faultOf(error)
        return { Ok: false, Detail: detail, Trouble: trouble, Status: status }
      }
    }),

    serve(deadAlarmList, async ({ TargetID, Page, PageSize }, { companyId }) => {
      await known(companyId, TargetID)
      const [Total, rows] = await Promise.all([
        store.deadCount(companyId, TargetID),
        store.dead(companyId, TargetID, { offset: (Page - 1) * PageSize, limit: PageSize }),
      ])
      const List = rows.map(({ id, at, tries, fault }) => {
        const { detail, trouble, status } = readFault(fault)
        return { CloudEid: id, Time: at, Tries: tries, Fault: detail, Trouble: trouble, Status: status }
      })
      return { Total, List }
    }),

    serve(handleDeadAlarms, async ({ TargetID, Deed }, { companyId }) => {
      await known(companyId, TargetID)
      const Count = await store.deadCount(companyId, TargetID)
      if (Deed === 'retry') await store.retry(companyId, TargetID, clock.now())
      else await store.drop(companyId, TargetID)
      dispatcher.look()
      return { Count }
    }),
  ]
  return {
    routes,
    retention,
    async close() {
      stop()
      await Promise.all([dispatcher.close(), retention.close()])
    },
  }
}

function lastFaultOf(text: string) {
  const { detail, trouble, status } = readFault(text)
  return { LastFault: detail, LastTrouble: trouble, LastStatus: status }
}
