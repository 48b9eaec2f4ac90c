/** For tests: a line to a TCP server that can be cut and mended. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttableLine {
  /** Where to dial instead. */
  port: number
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function cuttableLine(to: { host: string; port: number }): Promise<CuttableLine> {
  const open = new Set<Socket>()
  // Held back for an acknowledgement, each answer of a database would come 40 ms later than without the line.
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ ...to, noDelay: true })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('data', (bytes) => other.write(bytes))
      // The close that follows ends the other end as well.
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const cut = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  const port = await listen(0)
  return { port, cut, mend: async () => void (await listen(port)), close: cut }
}
