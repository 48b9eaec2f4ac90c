/** The simulator as a process of its own, with cameras, gateways and guns that speak their real protocols. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect } from 'vitest'
import { z } from 'zod'

const PROGRAM = join(import.meta.dirname, '../../../simulator/src/main.ts')

const Ready = z.object({
  type: z.literal('ready'),
  username: z.string(),
  password: z.string(),
  rtspPort: z.int(),
  onvifPort: z.int(),
  devices: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      onvifUrl: z.string().optional(),
      did: z.string().optional(),
      licence: z.string().optional(),
    }),
  ),
})

export interface SimulatorProcess extends z.infer<typeof Ready> {
  /** The answer to a command of simulator/README.md. */
  answerTo: (body: object) => Promise<unknown>
  /** Sends one that has to succeed. */
  command: (body: object) => Promise<void>
  close: () => Promise<void>
}

export async function startSimulator(env: NodeJS.ProcessEnv = {}): Promise<SimulatorProcess> {
  const child = fork(PROGRAM, {
    env: {
      ...process.env,
      VEDETTE_SIM_RTSP_PORT: '0',
      VEDETTE_SIM_ONVIF_PORT: '0',
      VEDETTE_SIM_DISCOVERY_PORT: '0',
      VEDETTE_SIM_PASSWORD: 's3cr3t',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ready = Ready.parse((await once(child, 'message'))[0])
  const answerTo = async (body: object): Promise<unknown> => {
    child.send(body)
    return (await once(child, 'message'))[0]
  }
  return {
    ...ready,
    answerTo,
    command: async (body) => expect(await answerTo(body)).toMatchObject({ type: 'done', ok: true }),
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
