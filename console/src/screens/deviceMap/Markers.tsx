import type { ReactNode } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import type { Cluster } from '../../map/clusters.ts'
import type { MapScene } from '../../map/BaseMap.tsx'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { nameOf, stateText, typeText } from './device-texts.ts'
import type { DevicePin } from './use-map-devices.ts'

export type DeviceCluster = Cluster<DevicePin>

interface Props {
  clusters: readonly DeviceCluster[]
  scene: MapScene
  openKey: string | undefined
  onHover: (cluster: DeviceCluster | undefined) => void
  onPress: (cluster: DeviceCluster) => void
}

/** Markers that lie a little outside come in whole. */
const MARGIN_PX = 60

export function Markers({ clusters, scene, openKey, onHover, onPress }: Props): ReactNode {
  const t = useT()
  const { put, size } = scene
  return clusters.map((cluster) => {
    const { x, y } = put(cluster)
    if (x < -MARGIN_PX || y < -MARGIN_PX || x > size.width + MARGIN_PX || y > size.height + MARGIN_PX)
      return null
    const { members, online, isOnePoint, key } = cluster
    const [first] = members
    const kind = members.length === 1 ? 'device' : isOnePoint ? 'point' : 'cluster'
    return (
      <button
        key={key}
        type="button"
        className="map-marker"
        data-kind={kind}
        data-did={kind === 'device' ? key : undefined}
        data-online={online > 0}
        aria-label={labelOf(t, cluster)}
        aria-expanded={kind === 'cluster' ? undefined : openKey === key}
        style={{
          transform: `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`,
          ...share(online / members.length),
        }}
        onMouseEnter={() => kind !== 'cluster' && onHover(cluster)}
        onMouseLeave={() => onHover(undefined)}
        onClick={() => onPress(cluster)}
      >
        {kind === 'device' && first && (
          <DeviceIcon devType={first.device.DevType} presence={first.device.Presence} />
        )}
        {kind === 'point' && t('map.here', { n: members.length })}
        {kind === 'cluster' && <span>{shortNumber(members.length)}</span>}
      </button>
    )
  })
}

/** Read by the ring of a cluster. */
function share(part: number): Record<string, string> {
  return { '--share': `${Math.round(part * 100)}%` }
}

function labelOf(t: Translate, { members, online, isOnePoint }: DeviceCluster): string {
  const [first] = members
  if (members.length === 1 && first)
    return [nameOf(first.device), typeText(t, first.device), stateText(t, first.device)].join(', ')
  const n = members.length
  return isOnePoint ? t('map.here', { n }) : t('map.cluster', { n, online })
}

function shortNumber(n: number): string {
  return n < 1000 ? String(n) : `${(n / 1000).toFixed(n < 10_000 ? 1 : 0)}k`
}
