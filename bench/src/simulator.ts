/** The simulator in a process of its own, as the starter runs it. */
import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'

export interface SimulatedCamera {
  number: number
  mainUrl: string
  subUrl: string
}

export interface Simulator {
  process: ChildProcess
  username: string
  password: string
  cameras: SimulatedCamera[]
}

export function startSimulator(devices: number): Promise<Simulator> {
  const file = resolve(import.meta.dirname, '../../simulator/src/main.ts')
  const child = fork(file, [], {
    env: { ...process.env, VEDETTE_SIM_DEVICES: String(devices), VEDETTE_SIM_RTSP_PORT: '0' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((ready, reject) => {
    child.on('message', (message: unknown) => {
      if (isReady(message)) ready({ process: child, ...message })
    })
    child.on('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
  })
}

function isReady(message: unknown): message is Omit<Simulator, 'process'> {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'ready'
}

/** The address with the login in it, as other programs want it. */
export function urlFor(simulator: Simulator, url: string): string {
  const address = new URL(url)
  address.username = simulator.username
  address.password = simulator.password
  return address.href
}
