import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { FromPlatform } from './messages.ts'

export const PASSWORD = 'Correct#Horse9'

/** A platform without cameras, on SQLite in this folder, that can be told to raise alarms. */
export async function startRaiser(folder: string): Promise<{ platform: ChildProcess; address: string }> {
  const { VEDETTE_DATABASE_URL: _other, ...env } = process.env
  const platform = fork(join(import.meta.dirname, 'platform.ts'), [], {
    env: {
      ...env,
      VEDETTE_DATA: folder,
      VEDETTE_PORT: '0',
      VEDETTE_MQTT_PORT: '0',
      VEDETTE_DETECTION: 'off',
      VEDETTE_ADMIN_PASSWORD: PASSWORD,
    },
  })
  const [ready]: unknown[] = await once(platform, 'message')
  const { address } = FromPlatform.options[0].parse(ready)
  return { platform, address }
}
