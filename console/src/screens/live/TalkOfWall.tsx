import { PRESENCE } from '@vedette/contract/devices'
import { type ReactNode, Suspense } from 'react'

import { useCan } from '../../app/session.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import type { ShownDevice } from '../../ui/device-tree/site-model.ts'
import { TalkBar } from './talk/lazy-talk-bar.ts'
import { useCanTalk } from './talk/use-talk.ts'

/** What the chosen window's device is spoken to with; undefined for one that cannot be. */
export function useTalkOfWall(
  chosen: DeviceChannel | undefined,
  shown: (device: DeviceChannel) => ShownDevice | undefined,
): ReactNode {
  const mayTalk = useCan('realTimeVideo')
  const device = chosen && shown(chosen)
  const isThere = mayTalk && device?.presence === PRESENCE.online && !device.isUpgrading
  const ability = useCanTalk(isThere ? chosen : undefined)
  if (!chosen || !ability) return undefined
  return (
    <Suspense>
      <TalkBar
        key={deviceToText(chosen)}
        device={chosen}
        name={device?.name ?? chosen.did}
        ability={ability}
      />
    </Suspense>
  )
}
