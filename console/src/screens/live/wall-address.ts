/**
 * A wall as the part behind `?` of the address, which is also how this browser remembers it: `layout=4&chosen=1&show=DID,DID~2,,DID`,
 * with `alarm=3` where a window is kept for alarms and `grid=5x3` where a person has set columns and rows.
 */
import { WALL_TEXT_MAX } from '@vedette/contract/calls/wall'

import { deviceFromText, deviceToText, type DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { ALL_LAYOUTS, gridFromText, gridLayout, gridToText, PLACE_COUNT } from '../../ui/window/layouts.ts'
import { type Wall, wallOf, withoutGuest } from './wall.ts'

/** A device that is only looked at is no part of the wall, nor is what an alarm has put there. */
export function wallToText(wall: Wall): string {
  const { windows, chosen, places, alarmAt, grid } = withoutGuest(wall)
  const show = places
    .map(({ device }, at) => (device && at !== alarmAt ? deviceToText(device) : ''))
    .join(',')
  const kept = alarmAt === undefined ? '' : `&alarm=${alarmAt}`
  const drawn = grid ? `&grid=${gridToText(grid)}` : ''
  return `layout=${windows}&chosen=${chosen}&show=${show.replace(/,+$/, '')}${kept}${drawn}`
}

/** Undefined for a text that is no wall; a device that cannot be read is an empty place. */
export function wallFromText(text: string): Wall | undefined {
  if (text.length > WALL_TEXT_MAX) return undefined
  const parameters = new URLSearchParams(text)
  const windows = Number(parameters.get('layout'))
  const grid = gridFromText(parameters.get('grid') ?? '')
  const isOnGrid = grid !== undefined && gridLayout(grid)?.windows === windows
  if (!isOnGrid && !ALL_LAYOUTS.some((it) => it.windows === windows)) return undefined
  const devices = (parameters.get('show') ?? '').split(',').slice(0, PLACE_COUNT).map(deviceFromText)
  const chosen = placeOf(parameters.get('chosen')) ?? 0
  return wallOf(
    withoutRepeats(devices),
    windows,
    chosen,
    placeOf(parameters.get('alarm')),
    isOnGrid || windows === 1 ? grid : undefined,
  )
}

function placeOf(text: string | null): number | undefined {
  const at = Number(text)
  return text !== null && Number.isInteger(at) && at >= 0 && at < PLACE_COUNT ? at : undefined
}

function withoutRepeats(devices: readonly (DeviceChannel | undefined)[]): (DeviceChannel | undefined)[] {
  const seen = new Set<string>()
  return devices.map((device) => {
    const text = device && deviceToText(device)
    if (!text || seen.has(text)) return undefined
    seen.add(text)
    return device
  })
}
