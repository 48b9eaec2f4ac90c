/** Simulated cameras of the story's own, whose faults the story commands. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import { z } from 'zod'

const Ready = z.object({
  type: z.literal('ready'),
  username: z.string(),
  password: z.string(),
  cameras: z.array(z.object({ number: z.int(), name: z.string(), mainUrl: z.string(), subUrl: z.string() })),
})
const Done = z.object({ type: z.literal('done'), id: z.string(), ok: z.boolean() })

export interface Simulator extends z.infer<typeof Ready> {
  process: ChildProcess
  setCamera(camera: number, state: 'online' | 'offline' | 'frozen'): Promise<void>
  stop(): Promise<void>
}

export async function startSimulator(devices: number, env: NodeJS.ProcessEnv = {}): Promise<Simulator> {
  const child = fork(resolve(import.meta.dirname, '../../../simulator/src/main.ts'), [], {
    env: {
      ...process.env,
      VEDETTE_SIM_DEVICES: String(devices),
      VEDETTE_SIM_RTSP_PORT: '0',
      VEDETTE_SIM_ONVIF_PORT: '0',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await said(child, Ready, () => true)
  return {
    ...ready,
    process: child,
    setCamera: async (camera, state) => {
      const id = crypto.randomUUID()
      const done = said(child, Done, (message) => message.id === id)
      child.send({ type: 'state', id, device: camera, state })
      if (!(await done).ok) throw new Error(`camera ${camera} cannot be ${state}`)
    },
    stop: async () => {
      const gone = once(child, 'close')
      child.kill()
      await gone
    },
  }
}

/** The next message of this shape. */
function said<T>(child: ChildProcess, schema: z.ZodType<T>, isWanted: (message: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.on('message', (message) => {
      const { data } = schema.safeParse(message)
      if (data !== undefined && isWanted(data)) resolve(data)
    })
  })
}
