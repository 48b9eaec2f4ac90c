/** What is dragged from a window and dropped on one: windows change places, a camera or a whole region comes from the tree. */
import { type DragEvent, type DragEventHandler, useState } from 'react'

import {
  type DeviceChannel,
  deviceFromText,
  devicesFromText,
  deviceToText,
  DRAGGED_DEVICE,
  DRAGGED_DEVICES,
} from '../device-tree/device-text.ts'

/** The name under which a dragged window's wall and place travel; its device goes with it, for the walls of other windows. */
const DRAGGED_PLACE = 'text/x-vedette-place'
const DROPPED: ReadonlySet<string> = new Set([DRAGGED_DEVICE, DRAGGED_DEVICES, DRAGGED_PLACE])

interface Options {
  /** The name of the wall: places are of one wall alone. */
  wall: string
  /** The place on it. */
  at: number
  device: DeviceChannel | undefined
  onSwap: (from: number) => void
  onPlay: (device: DeviceChannel) => void
  /** A region or a recorder was dropped. */
  onPlayAll: (devices: readonly DeviceChannel[], name: string) => void
}

interface WindowDrag {
  /** Something that can be dropped is over it. */
  isTarget: boolean
  handlers: Record<'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDrop', DragEventHandler>
}

export function useWindowDrag({ wall, at, device, onSwap, onPlay, onPlayAll }: Options): WindowDrag {
  const [isTarget, setIsTarget] = useState(false)
  const drop = (event: DragEvent): void => {
    setIsTarget(false)
    event.preventDefault()
    const dropped = deviceFromText(event.dataTransfer.getData(DRAGGED_DEVICE))
    const [fromWall, from] = event.dataTransfer.getData(DRAGGED_PLACE).split(' ')
    const all = event.dataTransfer.getData(DRAGGED_DEVICES)
    if (all !== '') {
      const { name, devices } = devicesFromText(all)
      if (devices.length > 0) onPlayAll(devices, name)
    } else if (fromWall === wall && from !== undefined) onSwap(Number(from))
    else if (dropped) onPlay(dropped)
  }
  const aimAt = (event: DragEvent): void => {
    if (!event.dataTransfer.types.some((type) => DROPPED.has(type))) return
    event.preventDefault()
    setIsTarget(true)
  }
  const drag = ({ dataTransfer }: DragEvent): void => {
    dataTransfer.setData(DRAGGED_PLACE, `${wall} ${at}`)
    if (device) dataTransfer.setData(DRAGGED_DEVICE, deviceToText(device))
  }
  return {
    isTarget,
    handlers: {
      onDragStart: drag,
      onDragOver: aimAt,
      onDragLeave: () => setIsTarget(false),
      onDrop: drop,
    },
  }
}
