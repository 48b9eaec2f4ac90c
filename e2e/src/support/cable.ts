/** A cable between browser and platform that a story can pull. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Cable {
  /** The platform's address at this end. */
  address: string
  /** Whatever goes through is torn, and nothing new gets through. */
  pull(): void
  plugIn(): void
  /** Nothing arrives any more at either end, until it is let go. */
  hold(): void
  letGo(): void
  close(): Promise<void>
}

export async function layCable(to: string): Promise<Cable> {
  const target = new URL(to)
  const open = new Set<Socket>()
  let isPulled = false
  const server = createServer((near) => {
    if (isPulled) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      // A torn end is what this cable is for.
      one.on('error', () => {})
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${portOf(server.address())}/`,
    pull: () => {
      isPulled = true
      for (const socket of open) socket.destroy()
    },
    plugIn: () => {
      isPulled = false
    },
    hold: () => {
      for (const socket of open) socket.cork()
    },
    letGo: () => {
      for (const socket of open) socket.uncork()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}
