/** Where the simulated cameras stand: chosen here, so that the platform need not wait for the simulator to know it. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { OperatorError } from '../engines/operator-error.ts'

const HOST = '127.0.0.1'
/** The simulator of a start that was killed needs a moment to notice. */
const TRIES = 10
const PAUSE_MS = 100

export interface PortWish {
  /** Who sets it, and what to; 0 for any. */
  variable: string
  wanted: number | undefined
  /** Where the cameras were added: they are found there alone. */
  recorded: number | undefined
  usual: number
}

/** Where the cameras were added when that is free. Throws OperatorError when the port that the operator wants is taken. */
export async function choosePort({ variable, wanted, recorded, usual }: PortWish): Promise<number> {
  if (wanted) {
    if (await becomesFree(wanted)) return wanted
    throw new OperatorError(
      `${variable}=${wanted} is in use by another program: set a free port, or 0 for any`,
    )
  }
  if (recorded !== undefined && (await becomesFree(recorded))) return recorded
  // 0 never takes the usual port: two starts at once would both find it free, and only one simulator gets it.
  const first = wanted === 0 ? undefined : await freePort(usual)
  return first ?? (await freePort(0)) ?? usual
}

async function becomesFree(port: number): Promise<boolean> {
  for (let tries = 1; tries < TRIES; tries++) {
    if ((await freePort(port)) !== undefined) return true
    await setTimeout(PAUSE_MS)
  }
  return (await freePort(port)) !== undefined
}

/** The port, for 0 one that the system chooses; undefined when it can't be listened at. */
async function freePort(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen(port, HOST)
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : undefined
  } catch {
    // Taken, or not for this user: another will do.
    return undefined
  } finally {
    server.close()
  }
}
