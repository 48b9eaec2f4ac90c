import type { DeviceInfo } from '@vedette/contract/calls/device-config'
import { type GatewaySetup, renewGatewaySecret } from '@vedette/contract/calls/gateway'
import { deviceTypeOf } from '@vedette/contract/devices'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { DeviceEvents, useSaid } from '../../ui/DeviceEvents.tsx'
import { DeviceSetup } from '../../ui/DeviceSetup.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { send } from '../../wire/send.ts'
import { useEvents, useSensors } from './queries.ts'
import { type LimitedSensor, limitsText, SensorLimits } from './SensorLimits.tsx'

/** What a gateway or scanning gun said, and its secret. A gun has no sensors, unless it tells of some. */
export function GatewayPage({ device }: { device: DeviceInfo }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { DID, DevName } = device
  const sensors = useSensors(DID)
  const events = useEvents(DID)
  const [isAsking, setAsking] = useState(false)
  const [setup, setSetup] = useState<GatewaySetup>()
  const said = useSaid()
  const canSet = useCan('deviceManger', 'deviceConf')
  const [limited, setLimited] = useState<LimitedSensor>()
  return (
    <div className="conf-parts">
      {(deviceTypeOf(device.DevType) === 'iotGate' || !!sensors.data?.length) && (
        <section className="conf-card">
          <h3>{t('deviceConf.sensors')}</h3>
          <DataTable
            label={t('deviceConf.sensors')}
            rows={sensors.data ?? []}
            isLoading={sensors.isPending}
            query={sensors}
            keyOf={({ Sensor }) => Sensor}
            nameOf={({ Sensor }) => Sensor}
            empty={
              <EmptyState
                drawing="log"
                title={t('deviceConf.noSensors')}
                text={t('deviceConf.noSensorsText')}
              />
            }
            columns={[
              { key: 'sensor', head: t('deviceConf.sensor'), cell: ({ Sensor }) => Sensor },
              { key: 'value', head: t('deviceConf.value'), cell: ({ Value, Unit }) => said(Value, Unit) },
              {
                key: 'limits',
                head: t('deviceConf.limits'),
                cell: ({ Low, High, Unit }) => limitsText(t, Low, High, Unit),
              },
              { key: 'at', head: t('deviceConf.at'), cell: ({ Time }) => time.since(Time) },
            ]}
            actions={(sensor) =>
              canSet &&
              typeof sensor.Value === 'number' && (
                <button type="button" className="button" onClick={() => setLimited(sensor)}>
                  {t('deviceConf.setLimits')}
                </button>
              )
            }
          />
        </section>
      )}
      <section className="conf-card">
        <h3>{t('deviceConf.events')}</h3>
        <DeviceEvents events={events.data ?? []} query={events} at={time.since} />
      </section>
      <div className="conf-actions">
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {t('deviceConf.renew')}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={t('deviceConf.renew')}
          confirmLabel={t('deviceConf.renew')}
          isDestructive
          onConfirm={async () => setSetup(await send(renewGatewaySecret, { DID }))}
          onClose={() => setAsking(false)}
        >
          <p>{t('deviceConf.renewAsk', { name: DevName })}</p>
        </Confirm>
      )}
      {limited && <SensorLimits DID={DID} sensor={limited} onClose={() => setLimited(undefined)} />}
      {setup && <SetupDialog setup={setup} onClose={() => setSetup(undefined)} />}
    </div>
  )
}

function SetupDialog({ setup, onClose }: { setup: GatewaySetup; onClose: () => void }): ReactNode {
  const t = useT()
  return (
    <Dialog title={t('deviceConf.setup')} onClose={onClose}>
      {(close) => (
        <div className="dialog-form">
          <DeviceSetup setup={setup} />
          <div className="dialog-actions">
            <button type="button" className="button button-primary" onClick={close}>
              {t('app.close')}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
