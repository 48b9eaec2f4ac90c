/** A port on this machine's loopback that leads to a server on another machine of `machines.ts`. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProcess } from '../process.ts'
import type { Machine } from './machines.ts'

export interface Doorway {
  port: number
  stop(): Promise<void>
}

export async function openDoorway({ within, address }: Machine, port: number): Promise<Doorway> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-doorway-'))
  const path = join(folder, 'socket')
  const [command, ...args] = [
    ...within,
    process.execPath,
    join(import.meta.dirname, 'relay.ts'),
    path,
    address,
    String(port),
  ]
  const relay = startProcess(command, args)
  await relay.line(/^ready$/)
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(path)
    open.add(incoming)
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy())
    incoming.on('close', () => open.delete(incoming))
    incoming.pipe(outgoing).pipe(incoming)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
      await relay.stop('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
