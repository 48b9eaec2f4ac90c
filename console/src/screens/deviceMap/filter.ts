/** Which devices the chips show: reading 51. */
import type { DeviceMapCounts, MapDevice } from '@vedette/contract/calls/device-map'
import { countsAsOnline, deviceTypeOf, hasVideo } from '@vedette/contract/devices'

export const CHIPS = ['all', 'monitoring', 'gateway', 'iot', 'online', 'offline'] as const
export type Chip = (typeof CHIPS)[number]

/** A kind and a presence, each of which may be any. */
export interface MapFilter {
  kind?: 'monitoring' | 'gateway' | 'iot'
  presence?: 'online' | 'offline'
}

const COUNTS = {
  all: 'All',
  monitoring: 'Monitoring',
  gateway: 'Gateway',
  iot: 'IoT',
  online: 'Online',
  offline: 'Offline',
} as const satisfies Record<Chip, keyof DeviceMapCounts>

export function countOf(counts: DeviceMapCounts, chip: Chip): number {
  return counts[COUNTS[chip]]
}

/** After a press on a chip: what was chosen is let go of, another of its sort takes its place. */
export function afterChip(filter: MapFilter, chip: Chip): MapFilter {
  if (chip === 'all') return {}
  const { kind, presence } = filter
  if (chip === 'online' || chip === 'offline')
    return { ...(kind && { kind }), ...(presence === chip ? {} : { presence: chip }) }
  return { ...(presence && { presence }), ...(kind === chip ? {} : { kind: chip }) }
}

export function isChosen({ kind, presence }: MapFilter, chip: Chip): boolean {
  if (chip === 'all') return kind === undefined && presence === undefined
  return chip === kind || chip === presence
}

export function isOnline({ Presence, Status }: Pick<MapDevice, 'Presence' | 'Status'>): boolean {
  return countsAsOnline(Presence, Status)
}

export function isShown(device: MapDevice, { kind, presence }: MapFilter): boolean {
  if (presence !== undefined && isOnline(device) !== (presence === 'online')) return false
  return kind === undefined || isOfKind(device, kind)
}

function isOfKind({ DevType, Sensors }: MapDevice, kind: NonNullable<MapFilter['kind']>): boolean {
  if (kind === 'monitoring') return hasVideo(DevType)
  const isGateway = deviceTypeOf(DevType) === 'iotGate'
  if (kind === 'gateway') return isGateway
  // Sensors have no place of their own: they are where their gateway is.
  return isGateway ? Sensors > 0 : !hasVideo(DevType)
}
