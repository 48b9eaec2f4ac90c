/** Simulated cameras of the story's own, whose faults the story commands. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import { z } from 'zod'

const Ready = z.object({
  type: z.literal('ready'),
  username: z.string(),
  password: z.string(),
  devices: z.array(z.object({ number: z.int(), onvifUrl: z.string() })),
  cameras: z.array(z.object({ number: z.int(), name: z.string(), mainUrl: z.string(), subUrl: z.string() })),
})
const Done = z.object({
  type: z.literal('done'),
  id: z.string(),
  ok: z.boolean(),
  reason: z.string().optional(),
  answer: z.unknown().optional(),
})
/** What a stream sent, as simulator/README.md has it. */
const Sent = z.object({
  sent: z.int(),
  skipped: z.int(),
  withheld: z.int(),
  lost: z.int(),
  frames: z.array(z.tuple([z.number(), z.number()])),
})
const Heard = z.object({ packets: z.int() })
export type Sent = z.infer<typeof Sent>

export interface Simulator extends z.infer<typeof Ready> {
  process: ChildProcess
  setCamera(camera: number, state: 'online' | 'offline' | 'frozen' | 'asleep'): Promise<void>
  /** Whether the device's next upgrade ends with the old version. */
  failUpgrade(device: number, fails: boolean): Promise<void>
  /** Puts an empty memory card into the device. */
  putCardIn(device: number): Promise<void>
  /** Somebody presses the bell. */
  ring(device: number): Promise<void>
  /** How much was said to it: packets of sound. */
  heard(device: number): Promise<number>
  sent(camera: number, quality: 'main' | 'sub'): Promise<Sent>
  stop(): Promise<void>
}

export async function startSimulator(devices: number, env: NodeJS.ProcessEnv = {}): Promise<Simulator> {
  const child = fork(resolve(import.meta.dirname, '../../../simulator/src/main.ts'), [], {
    env: {
      ...process.env,
      VEDETTE_SIM_DEVICES: String(devices),
      VEDETTE_SIM_RTSP_PORT: '0',
      VEDETTE_SIM_ONVIF_PORT: '0',
      // As in platform.ts; the one story that looks on the network of the machine names the usual port.
      VEDETTE_SIM_DISCOVERY_PORT: '0',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await said(child, Ready, () => true)
  const ask = async (command: {
    type: string
    device: number
    [name: string]: unknown
  }): Promise<unknown> => {
    const id = crypto.randomUUID()
    const done = said(child, Done, (message) => message.id === id)
    child.send({ ...command, id })
    const { ok, reason, answer } = await done
    if (!ok) throw new Error(`camera ${command.device}, ${command.type}: ${reason ?? 'refused'}`)
    return answer
  }
  return {
    ...ready,
    process: child,
    setCamera: async (camera, state) => {
      await ask({ type: 'state', device: camera, state })
    },
    failUpgrade: async (device, fails) => {
      await ask({ type: 'failUpgrade', device, fails })
    },
    putCardIn: async (device) => {
      await ask({ type: 'card', device, isIn: true })
    },
    ring: async (device) => {
      await ask({ type: 'ring', device })
    },
    heard: async (device) => Heard.parse(await ask({ type: 'heard', device })).packets,
    sent: async (camera, quality) => Sent.parse(await ask({ type: 'sent', device: camera, quality })),
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
    const onExit = (code: number | null): void => reject(new Error(`the simulator ended with ${code}`))
    const onMessage = (message: unknown): void => {
      const { data } = schema.safeParse(message)
      if (data === undefined || !isWanted(data)) return
      child.off('exit', onExit).off('message', onMessage)
      resolve(data)
    }
    child.once('exit', onExit).on('message', onMessage)
  })
}
