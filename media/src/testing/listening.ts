import type { Server } from 'node:net'

/** Listens on a free port of the loopback interface and returns the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error(`no port: ${String(address)}`)
  return address.port
}
