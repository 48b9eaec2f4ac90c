import './device-panel.css'

import { useQuery } from '@tanstack/react-query'
import type { DeviceItem } from '@vedette/contract/calls/device'
import { getDeviceCloudConfig } from '@vedette/contract/calls/device-config'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { recordPictureUrl } from '@vedette/contract/calls/replay'
import { hasVideo } from '@vedette/contract/devices'
import { type KeyboardEvent, type ReactNode, useState } from 'react'

import { DEVICE_ID_LABEL, shownId } from '../../ui/device-id.ts'
import { AlarmRows } from '../../app/alarms/AlarmRows.tsx'
import type { ViewedAlarm } from '../../app/alarms/viewed-alarm.ts'
import { OneAlarm } from '../../app/alarms/OneAlarm.tsx'
import { useCompanyTime } from '../../app/company-time.ts'
import { replayAddress } from '../../app/replay-address.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Menu, type MenuAction } from '../../ui/aria/Menu.tsx'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { IconClose, IconLeft, IconRight } from '../../ui/control-icons.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { statusText, typeText } from './device-words.ts'
import { wallOf } from './RowMenu.tsx'

const ALARMS_SHOWN = 5

interface Props {
  device: DeviceItem
  canWatch: boolean
  canConfigure: boolean
  actions: readonly MenuAction[]
  onHistory: () => void
  onStep: (by: -1 | 1) => void
  hasPrevious: boolean
  hasNext: boolean
  onClose: () => void
}

/** One device beside the list, which stays in use: picture, what it is, its last alarms, and the ways on. */
export function DevicePanel(props: Props): ReactNode {
  const { device, canWatch, canConfigure, actions, onHistory, onStep, onClose } = props
  const t = useT()
  const time = useCompanyTime()
  const canReplay = useCan('replay')
  const isVideo = hasVideo(device.DevType)
  const facts = [
    [t('devices.type'), typeText(t, device.DevType)],
    [t('devices.region'), device.GroupName || '–'],
    [t(DEVICE_ID_LABEL), shownId(device)],
    [t('devices.model'), [device.Vendor, device.Model].filter(Boolean).join(' ') || '–'],
    [t('devices.firmware'), device.Firmware || '–'],
    [t('devices.added'), time.day(device.CreatedAt)],
    ...(device.SameAs === undefined ? [] : [[t('devices.double'), device.SameAs]]),
  ] as const
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <aside
      className="device-panel"
      aria-label={t('devices.details', { name: device.DevName })}
      onKeyDown={keys}
    >
      <div className="device-panel-head">
        <h2>{device.DevName}</h2>
        <StepButton label={t('devices.previousDevice')} isOn={props.hasPrevious} onPress={() => onStep(-1)}>
          <IconLeft />
        </StepButton>
        <StepButton label={t('devices.nextDevice')} isOn={props.hasNext} onPress={() => onStep(1)}>
          <IconRight />
        </StepButton>
        <StepButton label={t('devices.closeDetails')} isOn onPress={onClose}>
          <IconClose />
        </StepButton>
      </div>
      {isVideo && <LastPicture device={device} />}
      <div className="device-panel-actions">
        {canWatch && isVideo && (
          <a className="button button-primary" href={wallOf(device.DID)}>
            {t('devices.view')}
          </a>
        )}
        {canReplay && isVideo && (
          <a className="button" href={replayAddress({ dids: [device.DID] })}>
            {t('devices.replay')}
          </a>
        )}
        {canConfigure && (
          <a className="button" href={`#/deviceConf/${device.DID}`}>
            {t('devices.settings')}
          </a>
        )}
        <Menu label={t('ui.moreFor', { name: device.DevName })} actions={actions} />
      </div>
      <dl className="device-facts">
        <div>
          <dt>{t('devices.status')}</dt>
          <dd className="device-state">
            {statusText(t, device)}{' '}
            <button type="button" className="device-since" onClick={onHistory}>
              {t('devices.since', { time: time.since(device.Since) })}
            </button>
          </dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === shownId(device) ? <code>{value}</code> : value}</dd>
          </div>
        ))}
      </dl>
      {isVideo && canConfigure && <NoDetection did={device.DID} />}
      <LastAlarms did={device.DID} />
    </aside>
  )
}

/** Where the platform can't look at the camera's pictures. */
function NoDetection({ did }: { did: string }): ReactNode {
  const t = useT()
  const { data } = useQuery({
    queryKey: [getDeviceCloudConfig.path, did, 0],
    queryFn: ({ signal }) => ask(getDeviceCloudConfig, { DID: did }, { signal }),
  })
  const detection = data?.Detection
  if (detection?.Decoder !== '') return null
  return <p className="device-trouble">{t('deviceConf.noDecoder', { detail: detection.Detail })}</p>
}

interface StepProps {
  label: string
  isOn: boolean
  onPress: () => void
  children: ReactNode
}

function StepButton({ label, isOn, onPress, children }: StepProps): ReactNode {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={!isOn}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** The newest key frame that was recorded: it costs the camera nothing, and is there when the camera is not. */
function LastPicture({ device: { DID, DevType, Presence, DevName } }: { device: DeviceItem }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const canReplay = useCan('replay')
  const { data, isPending } = useQuery({
    queryKey: [recordPictureUrl.path, DID, 'last'],
    queryFn: async ({ signal }) => {
      try {
        const wanted = { DID, Channel: 0, Quality: 'main', At: Date.now() } as const
        return await ask(recordPictureUrl, wanted, { signal })
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause
        return null
      }
    },
    enabled: canReplay,
    staleTime: 60_000,
  })
  if (data)
    return (
      <img
        className="device-picture"
        src={requestBase + data.Url}
        alt={`${DevName}: ${t('devices.lastPicture', { time: time.since(data.At) })}`}
        title={t('devices.lastPicture', { time: time.since(data.At) })}
      />
    )
  return (
    <div className="device-picture" aria-busy={isPending && canReplay}>
      <DeviceIcon devType={DevType} presence={Presence} />
      {!(isPending && canReplay) && <span>{t('devices.noPictureYet')}</span>}
    </div>
  )
}

function LastAlarms({ did }: { did: string }): ReactNode {
  const t = useT()
  const may = useCan('alarmManger')
  const [viewed, setViewed] = useState<ViewedAlarm>()
  const { data } = useQuery({
    queryKey: [getEventListV2.path, 'device', did],
    queryFn: async ({ signal }) =>
      (await send(getEventListV2, { DIDs: [did], PageSize: ALARMS_SHOWN }, { signal })).List,
    enabled: may,
  })
  if (!may || !data) return null
  return (
    <section>
      <h3>{t('devices.lastAlarms')}</h3>
      {data.length === 0 && <p className="field-hint">{t('devices.noAlarms')}</p>}
      <AlarmRows alarms={data} onView={setViewed} />
      {viewed && <OneAlarm alarm={viewed} onClose={() => setViewed(undefined)} />}
    </section>
  )
}
