import type { FieldOfView } from '@vedette/contract/calls/device-map'
import type { ReactNode } from 'react'

import type { MapScene } from '../../map/BaseMap.tsx'
import { coneOf, pxPerMetre } from '../../map/view-cone.ts'
import type { DeviceCluster } from './Markers.tsx'

/** A view that is being changed: it is shown before it is saved. */
export interface DraftedView {
  did: string
  view: FieldOfView
  /** Differs from what it was when it was opened. */
  isChanged: boolean
}

interface Props {
  clusters: readonly DeviceCluster[]
  scene: MapScene
  drafted: DraftedView | undefined
}

/** Further out a cone is smaller than its marker. */
const LEAST_ZOOM = 13

/** What cameras see, where each has a marker of its own. */
export function ViewCones({ clusters, scene: { view, size, put }, drafted }: Props): ReactNode {
  if (view.zoom < LEAST_ZOOM && !drafted) return null
  return (
    <svg className="map-cones" width={size.width} height={size.height} aria-hidden="true">
      {clusters.flatMap(({ members, isOnePoint, ...place }) => {
        if (!isOnePoint) return []
        const at = put(place)
        return members.flatMap(({ id, device }) => {
          const isDrafted = drafted?.did === id
          const shown = isDrafted ? drafted.view : device.View
          if (!shown || device.Lat === null) return []
          const scale = pxPerMetre(device.Lat, view.zoom)
          const margin = shown.Reach * scale
          if (at.x < -margin || at.y < -margin || at.x > size.width + margin || at.y > size.height + margin)
            return []
          return [<path key={id} data-did={id} data-drafted={isDrafted} d={coneOf(shown, at, scale)} />]
        })
      })}
    </svg>
  )
}
