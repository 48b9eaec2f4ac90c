/** What a gateway's sensors measure: weather of their own, and what passes by on the script of their place. */
import { z } from 'zod'

import type { Device } from '../device.ts'
import { lookOf } from '../fleet.ts'
import { isMoving } from '../scene/motion.ts'

const SENSOR_KINDS = [
  'temperature',
  'humidity',
  'door',
  'smoke',
  'water',
  'motion',
  'power',
  'other',
] as const

const Text = z.string().min(1).max(64)

export const Reading = z.object({
  sensor: Text,
  kind: z.enum(SENSOR_KINDS).optional(),
  value: z.union([z.number(), z.boolean(), Text]),
  unit: z.string().min(1).max(16).optional(),
})
export type Reading = z.infer<typeof Reading>

const WEATHER_S = 900

export function readingsOf(device: Device, timeMs: number): Reading[] {
  const turn = 2 * Math.PI * (timeMs / 1000 / WEATHER_S + device.number / 7)
  const here = { number: device.number, look: lookOf(device, 1) }
  const isBusy = isMoving(here, timeMs, 'any')
  return [
    { sensor: 'Cold room', kind: 'temperature', value: inSteps(4 + 1.5 * Math.sin(turn), 0.5), unit: '°C' },
    { sensor: 'Cellar', kind: 'humidity', value: inSteps(55 + 8 * Math.cos(turn), 1), unit: '%' },
    { sensor: 'Side door', kind: 'door', value: isMoving(here, timeMs, 'person') },
    { sensor: 'Approach', kind: 'motion', value: isBusy },
    { sensor: 'Lighting', kind: 'power', value: isBusy ? 450 : 150, unit: 'W' },
    { sensor: 'Ceiling', kind: 'smoke', value: false },
  ]
}

function inSteps(value: number, step: number): number {
  return Math.round(value / step) * step
}
