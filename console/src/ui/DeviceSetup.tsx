import './device-setup.css'

import type { GatewaySetup } from '@vedette/contract/calls/gateway'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'

/** How a device is to be set up; its secret is told once. */
export function DeviceSetup({ setup }: { setup: GatewaySetup }): ReactNode {
  const t = useT()
  const rows = [
    [t('deviceConf.setupUser'), setup.ClientId],
    [t('deviceConf.setupSecret'), setup.Secret],
    [t('deviceConf.setupPort'), String(setup.Port)],
    [t('deviceConf.setupTopic'), setup.Topic],
  ]
  return (
    <>
      <dl className="device-setup">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('deviceConf.setupOnce')}</p>
    </>
  )
}
