import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import {
  ALARM_SWITCHES,
  type AlarmPart,
  type AlarmSettings,
  MOST_ZONES,
  rangeFault,
  type TimeRange,
} from '@vedette/contract/alarm-settings'
import {
  getDeviceCloudConfig,
  queryConfig,
  setDeviceNoticeConfig,
} from '@vedette/contract/calls/device-config'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { NotYet } from '../../ui/NotYet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { DetectionNote, whoDetects } from './DetectionNote.tsx'
import { Slider } from './PictureForm.tsx'
import { useAlarm } from './queries.ts'
import { TimeRanges } from '../../ui/TimeRanges.tsx'
import { Trial } from './trial/Trial.tsx'
import { useHeard } from '../../ui/use-unsaved.tsx'
import { SAVING, sayOutcome } from './use-saving.ts'
import type { Zones } from './ZoneLayer.tsx'

interface Props {
  did: string
  channel: number
  /** Hears of the zones, which are drawn on the picture. */
  onZones: (zones: Zones | undefined) => void
  onUnsaved: (isUnsaved: boolean) => void
}

export function AlarmSettingsForm(props: Props): ReactNode {
  const alarm = useAlarm(props.did, props.channel)
  if (alarm.isPending) return <Skeleton shape="form" />
  if (!alarm.data)
    return (
      <div className="conf-note">
        <NotYet isFailed onRetry={() => void alarm.refetch()} shape="form" />
      </div>
    )
  // Fetched again as it was, it leaves alone what was changed here meanwhile.
  return <Form key={JSON.stringify(alarm.data.Alarm)} {...props} seen={alarm.data} />
}

const NEW_RANGE: TimeRange = { Day: 1, startTime: '08:00:00', endTime: '18:00:00' }
const NEW_ZONE = [
  { X: 0.25, Y: 0.25 },
  { X: 0.75, Y: 0.25 },
  { X: 0.75, Y: 0.75 },
  { X: 0.25, Y: 0.75 },
]

interface FormProps extends Props {
  seen: ReplyOf<typeof getDeviceCloudConfig>
}

function Form({ did, channel, onZones, onUnsaved, seen }: FormProps): ReactNode {
  const t = useT()
  const { Inactive, Trouble, IsPending } = seen
  const isKept = (part: AlarmPart): boolean => Inactive.includes(part)
  const mark = (part: AlarmPart): ReactNode =>
    isKept(part) && <span className="conf-inactive">{t('deviceConf.inactive')}</span>
  const queries = useQueryClient()
  const [alarm, setAlarm] = useState(seen.Alarm)
  useHeard(JSON.stringify(alarm) !== JSON.stringify(seen.Alarm), onUnsaved)
  const [isBusy, setBusy] = useState(false)
  const mayReplay = useCan('replay')
  const change = (by: Partial<AlarmSettings>): void => setAlarm((before) => ({ ...before, ...by }))
  const { Zones: zones, Ranges } = alarm
  useEffect(() => {
    onZones({
      list: zones,
      onMove: (zone, corner, to) =>
        setAlarm((before) => ({
          ...before,
          Zones: before.Zones.map((points, at) =>
            at === zone ? points.map((point, place) => (place === corner ? to(point) : point)) : points,
          ),
        })),
    })
    return () => onZones(undefined)
  }, [zones, onZones])
  const conflict = rangeFault(Ranges)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (conflict) return say('error', t(`deviceConf.${conflict.fault}`), undefined, SAVING)
    setBusy(true)
    try {
      await succeeds(async () => {
        sayOutcome(t, await send(setDeviceNoticeConfig, { DID: did, Channel: channel, Alarm: alarm }))
        await Promise.all(
          [getDeviceCloudConfig, queryConfig].map(({ path }) =>
            queries.invalidateQueries({ queryKey: [path, did, channel] }),
          ),
        )
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="conf-parts" onSubmit={(event) => void save(event)} aria-busy={isBusy}>
      {(Trouble === 'unreachable' || Trouble === 'certificate' || Trouble === 'credentials') && (
        <p className="conf-trouble" role="status">
          {t(`deviceConf.${Trouble}`)}
        </p>
      )}
      {IsPending && (
        <p className="conf-trouble" role="status">
          {t('deviceConf.pending', { parts: t('deviceConf.alarm') })}
        </p>
      )}
      <fieldset className="conf-card">
        <legend>{t('deviceConf.alarm')}</legend>
        {ALARM_SWITCHES.map((name) => (
          <div key={name} className="conf-switch">
            <Switch
              label={t(`deviceConf.${name}`)}
              isOn={alarm[name]}
              onSwitch={(isOn) => change({ [name]: isOn })}
            />
            <span className="conf-inactive">{t(`deviceConf.${whoDetects(name, seen)}`)}</span>
          </div>
        ))}
        {seen.Detection && <DetectionNote detection={seen.Detection} />}
        <Slider
          label={t('deviceConf.sensitivity')}
          value={alarm.Sensitivity}
          min={1}
          max={100}
          onChange={(Sensitivity) => change({ Sensitivity })}
        />
        {mark('Sensitivity')}
      </fieldset>
      <TimeRanges
        ranges={Ranges}
        fault={conflict && { at: conflict.at, text: t(`deviceConf.${conflict.fault}`) }}
        onChange={(next) => change({ Ranges: next })}
        onAdd={() => change({ Ranges: [...Ranges, NEW_RANGE] })}
      />
      <fieldset className="conf-card">
        <legend>{t('deviceConf.zones')}</legend>
        {zones.length === 0 && <p>{t('deviceConf.zonesNone')}</p>}
        {zones.length > 0 && <p className="field-hint">{t('deviceConf.zoneHint')}</p>}
        {isKept('Zones') && <p className="conf-trouble">{t('deviceConf.zonesElsewhere')}</p>}
        <ul className="conf-zone-list">
          {zones.map((_points, at) => (
            <li key={at}>
              {t('deviceConf.zone', { number: at + 1 })}
              <button
                type="button"
                className="icon-button"
                aria-label={t('deviceConf.removeZone', { number: at + 1 })}
                onClick={() => change({ Zones: zones.filter((_it, place) => place !== at) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
        {zones.length < MOST_ZONES && (
          <button type="button" className="button" onClick={() => change({ Zones: [...zones, NEW_ZONE] })}>
            {t('deviceConf.addZone')}
          </button>
        )}
      </fieldset>
      <div className="conf-actions">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t('deviceConf.save')}
        </button>
      </div>
      {mayReplay && (
        <Trial did={did} channel={channel} alarm={alarm} isOwnMotion={seen.Detection?.IsOwnMotion === true} />
      )}
    </form>
  )
}
