import './device-icon.css'

import { deviceTypeOf, type DeviceType, PRESENCE, type Presence } from '@vedette/contract/devices'
import type { ReactNode } from 'react'

const CAMERA = 'M3 7.5 16.5 4l2 5.5L5 13zM8 12.5v4h-4M18.5 9.5l2.5-.7-1.2-3.4-2.5.7'
const DOORBELL = 'M8 3h8v18H8zM12 7.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6M10.5 16h3'

const SHAPES: Readonly<Record<DeviceType, string>> = {
  camera: CAMERA,
  splitDoorbell: `${DOORBELL}M18.5 8v8M5.5 8v8`,
  singleDoorbell: DOORBELL,
  nvr: 'M3 6h18v5H3zM3 13h18v5H3zM6.5 8.5h.01M6.5 15.5h.01M11 8.5h7M11 15.5h7',
  edr: 'M3 16v-4l2.5-5h11L21 12v4zM6.5 16a1.6 1.6 0 1 0 .01 0M17 16a1.6 1.6 0 1 0 .01 0M6 11.5h12',
  solarCamera: `${CAMERA}M12 15.5h8l1.5 5h-11z`,
  iotGate: 'M4 12h16v7H4zM8 15.5h.01M12 15.5h5M8.5 9a5 5 0 0 1 7 0M6.5 6.5a8 8 0 0 1 11 0',
  barcodeGun: 'M4 5h12l3 3-3 3h-5l-1.5 9H6L7.5 11H4z',
  photoDoorbell: `${DOORBELL}M18.5 6h3v4h-3`,
}

const NAMES = {
  [PRESENCE.online]: 'online',
  [PRESENCE.offline]: 'offline',
  [PRESENCE.sleeping]: 'sleeping',
} as const

interface Props {
  devType: number
  presence: Presence
}

/** The device's icon: its shape tells the type, its colour and mark the presence. An NVR's knows no sleep (reading 27). */
export function DeviceIcon({ devType, presence }: Props): ReactNode {
  const type = deviceTypeOf(devType)
  const shown = type === 'nvr' && presence === PRESENCE.sleeping ? PRESENCE.offline : presence
  return (
    <svg
      className="device-icon"
      viewBox="0 0 24 24"
      data-type={type}
      data-presence={NAMES[shown]}
      aria-hidden="true"
    >
      <path d={SHAPES[type]} />
      {shown === PRESENCE.offline && <path className="device-icon-mark" d="M4 20 20 4" />}
      {shown === PRESENCE.sleeping && <path className="device-icon-mark" d="M17 15h4l-4 5h4" />}
    </svg>
  )
}
