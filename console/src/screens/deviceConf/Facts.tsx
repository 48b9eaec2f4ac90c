import type { DeviceInfo } from '@vedette/contract/calls/device-config'
import { hasVideo, PRESENCE } from '@vedette/contract/devices'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { streamReasonText } from '../../i18n/stream-reason.ts'
import { variants } from '../../wire/settings.ts'
import { PresenceHistory } from '../presence/index.ts'

const isTelecom = variants.includes('telecom')

const PRESENCES = {
  [PRESENCE.online]: 'deviceConf.online',
  [PRESENCE.offline]: 'deviceConf.offline',
  [PRESENCE.sleeping]: 'deviceConf.sleeping',
} as const

/** What the device is, and how. */
export function Facts({ device }: { device: DeviceInfo }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [hasHistory, setHistory] = useState(false)
  const state = t(device.Status === 'upgrading' ? 'deviceConf.upgrading' : PRESENCES[device.Presence])
  // A device without video has no reason to give for having no pictures.
  const isQuiet = device.Presence === PRESENCE.online || !hasVideo(device.DevType)
  const reason = isQuiet ? '' : streamReasonText(t, device.Reason)
  const facts = [
    [t('deviceConf.presence'), t('deviceConf.since', { state, time: time.since(device.Since) })],
    ['', reason],
    [t('deviceConf.id'), device.DID],
    [t(isTelecom ? 'devices.ctei' : 'devices.license'), device.License],
    [t('deviceConf.region'), device.GroupName],
    [t('deviceConf.vendor'), device.Vendor],
    [t('deviceConf.model'), device.Model],
    [t('deviceConf.firmware'), device.Firmware],
  ].filter(([, value]) => value !== '')
  return (
    <section className="conf-card" aria-label={t('deviceConf.facts')}>
      <dl className="conf-facts" data-presence={device.Presence}>
        {facts.map(([label, value]) => (
          <div key={`${label}${value}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="button conf-history"
        aria-label={t('presence.show', { name: device.DevName })}
        onClick={() => setHistory(true)}
      >
        {t('devices.history')}
      </button>
      {hasHistory && <PresenceHistory device={device} onClose={() => setHistory(false)} />}
    </section>
  )
}
