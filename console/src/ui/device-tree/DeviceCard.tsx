import './device-tree.css'

import type { DeviceItem } from '@vedette/contract/calls/device'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { shownId } from '../device-id.ts'
import { CameraCard } from '../camera-card/CameraCard.tsx'
import { PresenceDot, presenceKey } from './TreeRow.tsx'

/** The card of a device that a list names. */
export function DeviceCard({ device, beside }: { device: DeviceItem; beside: string }): ReactNode {
  const t = useT()
  const seen = { presence: device.Presence, isUpgrading: device.Status === 'upgrading' }
  return (
    <CameraCard
      camera={{ did: device.DID, channel: 0 }}
      devType={device.DevType}
      presence={device.Presence}
      name={device.Alias || device.DevName}
      shownId={shownId(device)}
      state={
        <>
          <PresenceDot {...seen} />
          {t(presenceKey(seen))}
        </>
      }
      region={device.GroupName}
      beside={beside}
    />
  )
}
