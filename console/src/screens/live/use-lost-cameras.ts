/** Says when a camera of the wall goes or comes back, wherever its window is. */
import { PRESENCE } from '@vedette/contract/devices'
import { useEffect, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import type { ShownDevice } from '../../ui/device-tree/site-model.ts'
import type { Place } from './wall.ts'

/** So many at once are one outage, of which the windows themselves tell. */
const MOST_SAID = 3

export function useLostCameras(
  places: readonly Place[],
  device: (shown: DeviceChannel) => ShownDevice | undefined,
  revision: number,
): void {
  const t = useT()
  const known = useRef(new Map<string, boolean>())
  useEffect(() => {
    const seen = places.flatMap(({ device: shown }) => {
      const found = shown && device(shown)
      if (!found) return []
      const isLost = found.presence === PRESENCE.offline && !found.isUpgrading
      return [{ ...shown, key: deviceToText(shown), name: found.name, isLost }]
    })
    const gone = seen.filter(({ key, isLost }) => isLost && known.current.get(key) === false)
    const back = seen.filter(({ key, isLost }) => !isLost && known.current.get(key) === true)
    for (const { name } of gone.slice(0, MOST_SAID)) say('warning', t('live.went', { name }))
    for (const { name } of back.slice(0, MOST_SAID)) say('info', t('live.cameBack', { name }))
    known.current = new Map(seen.map(({ key, isLost }) => [key, isLost]))
    // The presences are the model's own, which changes with its revision.
  }, [places, device, revision, t])
}
