/** What the operator set for the simulated cameras, checked before anything starts. The table of names is docs/configuration.md's. */
import { type OwnLanguage, ownLanguage } from '../config.ts'
import { resolve } from 'node:path'

import { OperatorError } from '../engines/operator-error.ts'

const MOST_DEVICES = 1000
const HIGHEST_PORT = 65_535

export interface Settings {
  dataFolder: string
  wantsDemo: boolean
  devices: number
  /** 0: any. Undefined: the usual one where it is free. */
  rtspPort: number | undefined
  onvifPort: number | undefined
  cameraPassword: string | undefined
  adminPassword: string | undefined
  language: OwnLanguage
}

/** Throws OperatorError, naming the variable. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const integer = (name: string, most: number): number | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number <= most) return number
    throw new OperatorError(`${name} is a number from 0 to ${most}, not "${value}"`)
  }
  const demo = text('VEDETTE_DEMO') ?? '1'
  if (demo !== '0' && demo !== '1') throw new OperatorError(`VEDETTE_DEMO is 1 or 0, not "${demo}"`)
  return {
    dataFolder: resolve(text('VEDETTE_DATA') ?? './data'),
    wantsDemo: demo === '1',
    devices: integer('VEDETTE_SIM_DEVICES', MOST_DEVICES) ?? 18,
    rtspPort: integer('VEDETTE_SIM_RTSP_PORT', HIGHEST_PORT),
    onvifPort: integer('VEDETTE_SIM_ONVIF_PORT', HIGHEST_PORT),
    cameraPassword: text('VEDETTE_SIM_PASSWORD'),
    adminPassword: text('VEDETTE_ADMIN_PASSWORD'),
    language: ownLanguage(text('VEDETTE_LANGUAGE')),
  }
}
