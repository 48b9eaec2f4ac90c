import './device-conf.css'

import { isGateway } from '@vedette/contract/devices'
import { type ReactNode, useMemo, useState } from 'react'

import type { ScreenProps } from '../../app/screen-props.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { IconLeft } from '../../ui/control-icons.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useUnsaved } from '../../ui/use-unsaved.tsx'
import { Preview } from '../live/index.ts'
import { AlarmSettingsForm } from './AlarmSettingsForm.tsx'
import { BasicSettings } from './BasicSettings.tsx'
import { DetectionLayer } from './DetectionLayer.tsx'
import { DevicePhoto } from './DevicePhoto.tsx'
import { Facts } from './Facts.tsx'
import { GatewayPage } from './GatewayPage.tsx'
import { useChannels, useDevice } from './queries.ts'
import { RecordingSettings } from './RecordingSettings.tsx'
import { type Zones, ZoneLayer } from './ZoneLayer.tsx'

type Part = 'basic' | 'alarm' | 'recording'

/** What a device is set to, beside its live picture. */
export function DeviceConf({ parameters }: ScreenProps): ReactNode {
  const t = useT()
  const mayConfigure = useCan('deviceManger', 'deviceConf')
  if (!mayConfigure) return <Notice mark="401" title={t('deviceConf.barred')} text="" />
  return <OneDevice key={parameters['did']} did={parameters['did'] ?? ''} />
}

function OneDevice({ did }: { did: string }): ReactNode {
  const t = useT()
  const device = useDevice(did)
  const channels = useChannels(did)
  const [channel, setChannel] = useState(0)
  const [tab, setTab] = useState<Part>('basic')
  const [isSeenShown, setSeenShown] = useState(false)
  const [zones, setZones] = useState<Zones>()
  const [changed, setChanged] = useState<ReadonlySet<Part>>(new Set())
  const hears = useMemo(() => {
    const hear =
      (part: Part) =>
      (isUnsaved: boolean): void =>
        setChanged((before) => new Set([...before].filter((it) => it !== part).concat(isUnsaved ? part : [])))
    return { basic: hear('basic'), alarm: hear('alarm'), recording: hear('recording') }
  }, [])
  const unsaved = useUnsaved(changed.size > 0)
  if (device.isPending) return <Skeleton shape="cards" count={4} />
  if (!device.data)
    return (
      <div className="conf-note" role="alert">
        <p>{t('ui.loadFailed')}</p>
        <button type="button" className="button" onClick={() => void device.refetch()}>
          {t('ui.tryAgain')}
        </button>
      </div>
    )
  const { data } = device
  const name = data.Alias || data.DevName
  const head = (
    <header className="conf-head">
      <a className="button" href="#/deviceManger">
        <IconLeft /> {t('deviceConf.back')}
      </a>
      <h2>{name}</h2>
    </header>
  )
  if (isGateway(data.DevType))
    return (
      <div className="conf">
        {head}
        <div className="conf-columns">
          <div className="conf-parts">
            <Facts device={data} />
            <DevicePhoto device={data} />
          </div>
          <GatewayPage device={data} />
        </div>
      </div>
    )
  const several = (channels.data ?? []).length > 1
  return (
    <div className="conf">
      {head}
      <div className="conf-columns">
        <div className="conf-picture">
          {several && (
            <SelectField
              label={t('deviceConf.channel')}
              value={String(channel)}
              options={(channels.data ?? []).map((it) => ({
                value: String(it.Channel),
                label: it.Name || t('deviceConf.channelNumber', { number: it.Channel + 1 }),
              }))}
              onChoose={(value) => unsaved.ask(() => setChannel(Number(value)))}
            />
          )}
          <Preview did={did} channel={channel} name={name}>
            {tab === 'alarm' && isSeenShown && <DetectionLayer did={did} channel={channel} />}
            {tab === 'alarm' && zones && <ZoneLayer zones={zones} />}
          </Preview>
          {tab === 'alarm' && (
            <Switch label={t('deviceConf.showSeen')} isOn={isSeenShown} onSwitch={setSeenShown} />
          )}
          <Facts device={data} />
        </div>
        <Tabs
          label={t('deviceConf.tabs')}
          tabs={[
            { key: 'basic', label: t('deviceConf.basic') },
            { key: 'alarm', label: t('deviceConf.alarm') },
            { key: 'recording', label: t('recording.tab') },
          ]}
          chosen={tab}
          onChoose={setTab}
        >
          {/* What was changed in a tab stays while another one is shown. */}
          {(tab === 'recording' || changed.has('recording')) && (
            <div hidden={tab !== 'recording'}>
              <RecordingSettings device={data} onUnsaved={hears.recording} />
            </div>
          )}
          <div hidden={tab !== 'basic'}>
            <BasicSettings key={channel} device={data} channel={channel} onUnsaved={hears.basic} />
            <div className="conf-parts">
              <DevicePhoto device={data} />
            </div>
          </div>
          {(tab === 'alarm' || changed.has('alarm')) && (
            <div hidden={tab !== 'alarm'}>
              <AlarmSettingsForm
                key={channel}
                did={did}
                channel={channel}
                onZones={setZones}
                onUnsaved={hears.alarm}
              />
            </div>
          )}
        </Tabs>
      </div>
      {unsaved.question}
    </div>
  )
}
