/** The whole product as a new user starts it, in a data folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { type Started, startProcess } from './process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
export const ADMIN_PASSWORD = 'Tower7-kites'

export interface Platform {
  address: string
  dataFolder: string
  started: Started
  stop(): Promise<void>
}

/** A further company, whose administrator `admin` has the same password as the first one's. */
export async function foundCompany({ dataFolder }: Platform, code: string, name: string): Promise<void> {
  const commands = join(ROOT, 'server/src/operator-commands.ts')
  const command = startProcess(process.execPath, [commands, 'found-company', code, name], {
    VEDETTE_DATA: dataFolder,
    VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD,
  })
  await command.line(/^First login: enterprise/)
}

interface PlatformOptions {
  isEnrolled?: boolean
  /** Runs it on a machine of `network/machines.ts`; on this one when absent. */
  within?: readonly string[]
}

export async function startPlatform(
  env: NodeJS.ProcessEnv = {},
  options: PlatformOptions = {},
): Promise<Platform> {
  const dataFolder = env['VEDETTE_DATA'] ?? mkdtempSync(join(tmpdir(), 'vedette-story-'))
  const [command, ...args] = [...(options.within ?? []), process.execPath, join(ROOT, 'start.js')]
  const started = startProcess(command, args, {
    VEDETTE_DATA: dataFolder,
    VEDETTE_PORT: '0',
    VEDETTE_MQTT_PORT: '0',
    VEDETTE_SIM_RTSP_PORT: '0',
    VEDETTE_SIM_ONVIF_PORT: '0',
    // All simulators' devices are the same by what they tell of themselves: other stories' would be taken for these.
    VEDETTE_SIM_DISCOVERY_PORT: '0',
    VEDETTE_SIM_DEVICES: '4',
    // Without a graphics card, pictures are most of what a story costs; a bench has the usual 25 a second.
    ...(process.env['VITEST'] ? { VEDETTE_SIM_FPS: '10' } : {}),
    VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    ...env,
  })
  const [, address = ''] = await started.line(/^Vedette is at (\S+)/)
  if (env['VEDETTE_DEMO'] !== '0' && options.isEnrolled !== false)
    await started.line(/simulated cameras are in the company/)
  return {
    address,
    dataFolder,
    started,
    stop: async () => {
      await started.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
