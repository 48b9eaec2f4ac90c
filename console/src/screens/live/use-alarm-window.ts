/** The camera of the newest alarm comes into the window that is kept for alarms. */
import { useEffect, useEffectEvent } from 'react'

import { useAlarms } from '../../app/alarms/alarm-store.ts'
import { useSetting } from '../../app/settings.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import type { WallAction } from './wall.ts'

/** `isCamera`: the wall can show it. */
export function useAlarmWindow(
  act: (action: WallAction) => unknown,
  isCamera: (device: DeviceChannel) => boolean,
): void {
  const latest = useAlarms((state) => state.latest)
  const isOn = useSetting((state) => state.notification)
  const show = useEffectEvent((device: DeviceChannel) => {
    if (isCamera(device)) act({ do: 'alarm', device })
  })
  const { did, channel, eid } = latest ?? {}
  useEffect(() => {
    if (isOn && did !== undefined && channel !== undefined) show({ did, channel })
  }, [isOn, did, channel, eid])
}
