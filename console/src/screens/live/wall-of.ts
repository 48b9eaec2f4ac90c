import { type DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { ALL_LAYOUTS, PLACE_COUNT } from '../../ui/window/layouts.ts'
import { wallOf } from './wall.ts'
import { wallToText } from './wall-address.ts'

/** The address of the smallest wall that shows them all; of more than the largest one's windows the first ones. */
export function wallAddressOf(devices: readonly DeviceChannel[]): string {
  const shown = devices.slice(0, PLACE_COUNT)
  const windows = ALL_LAYOUTS.find((it) => it.windows >= shown.length)?.windows ?? PLACE_COUNT
  return `#/realTimeVideo?${wallToText(wallOf(shown, windows, 0))}`
}
