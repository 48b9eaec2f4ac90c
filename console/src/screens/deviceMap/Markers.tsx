import type { MapDevice } from '@vedette/contract/calls/device-map'
import type { ReactNode } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import type { Cluster } from '../../map/clusters.ts'
import type { MapScene } from '../../map/BaseMap.tsx'
import type { XY } from '../../map/mercator.ts'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { nameOf, stateText, typeText } from './device-texts.ts'
import { useDrag } from './use-drag.ts'
import type { DevicePin } from './use-map-devices.ts'

export type DeviceCluster = Cluster<DevicePin>

interface Props {
  clusters: readonly DeviceCluster[]
  scene: MapScene
  openKey: string | undefined
  /** DIDs that an alarm came from just now. */
  alarmed: ReadonlySet<string>
  onHover: (cluster: DeviceCluster | undefined) => void
  onPress: (cluster: DeviceCluster) => void
  /** A device's marker was dragged to this point of the map; undefined where nobody may. */
  onDrop?: ((device: MapDevice, at: XY) => Promise<unknown>) | undefined
}

/** Markers that lie a little outside come in whole. */
const MARGIN_PX = 60

export function Markers({ clusters, scene, openKey, alarmed, onHover, onPress, onDrop }: Props): ReactNode {
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
      <Marker
        key={key}
        cluster={cluster}
        kind={kind}
        at={{ x, y }}
        isOpen={openKey === key}
        isAlarmed={alarmed.size > 0 && members.some(({ id }) => alarmed.has(id))}
        share={online / members.length}
        onHover={onHover}
        onPress={onPress}
        onDrop={kind === 'device' && first && onDrop ? (to) => onDrop(first.device, to) : undefined}
      >
        {kind === 'device' && first && (
          <DeviceIcon devType={first.device.DevType} presence={first.device.Presence} />
        )}
        {kind === 'point' && t('map.here', { n: members.length })}
        {kind === 'cluster' && <span>{shortNumber(members.length)}</span>}
      </Marker>
    )
  })
}

interface MarkerProps extends Pick<Props, 'onHover' | 'onPress'> {
  cluster: DeviceCluster
  kind: 'device' | 'point' | 'cluster'
  at: XY
  isOpen: boolean
  isAlarmed: boolean
  share: number
  onDrop: ((to: XY) => Promise<unknown>) | undefined
  children: ReactNode
}

function Marker(props: MarkerProps): ReactNode {
  const { cluster, kind, at, isOpen, isAlarmed, onHover, onPress, onDrop, children } = props
  const t = useT()
  const { offset, drag, wasDragged } = useDrag(at, onDrop)
  const x = Math.round(at.x + (offset?.x ?? 0))
  const y = Math.round(at.y + (offset?.y ?? 0))
  return (
    <button
      type="button"
      className="map-marker"
      data-kind={kind}
      data-did={kind === 'device' ? cluster.key : undefined}
      data-online={cluster.online > 0}
      data-alarm={isAlarmed}
      data-dragged={offset !== undefined}
      aria-label={labelOf(t, cluster)}
      aria-expanded={kind === 'cluster' ? undefined : isOpen}
      style={{
        transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`,
        ...share(props.share),
      }}
      onMouseEnter={() => kind !== 'cluster' && !offset && onHover(cluster)}
      onMouseLeave={() => onHover(undefined)}
      onClick={() => {
        if (!wasDragged()) onPress(cluster)
      }}
      {...drag}
    >
      {children}
    </button>
  )
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
