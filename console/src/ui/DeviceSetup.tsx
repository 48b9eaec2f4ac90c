import './device-setup.css'

import type { GatewaySetup } from '@vedette/contract/calls/gateway'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'

/** How a device is to be set up; its secret is told once. */
export function DeviceSetup({ setup }: { setup: GatewaySetup }): ReactNode {
  const t = useT()
  return (
    <>
      <SetupFacts
        facts={[
          [t('deviceConf.setupUser'), setup.ClientId],
          [t('deviceConf.setupSecret'), setup.Secret],
          [t('deviceConf.setupPort'), String(setup.Port)],
          [t('deviceConf.setupTopic'), setup.Topic],
        ]}
      />
      <p>{t('deviceConf.setupOnce')}</p>
    </>
  )
}

/** What is typed into the device, to be copied. */
export function SetupFacts({ facts }: { facts: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <dl className="device-setup">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
