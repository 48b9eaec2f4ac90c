/** For tests: a camera that asks for a digest and then says nothing more. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface HangingCamera {
  url: string
  /** What it heard so far. */
  heard(): string
  /** Resolves once somebody has shown a digest and waits for an answer. */
  kept: Promise<void>
  close(): void
}

export async function hangingCamera(): Promise<HangingCamera> {
  const sockets = new Set<Socket>()
  const { promise: kept, resolve } = Promise.withResolvers<void>()
  let heard = ''
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (text: string) => {
      heard += text
      if (text.includes('Authorization:')) return resolve()
      const sequence = /CSeq: *(\d+)/i.exec(text)?.[1] ?? '1'
      socket.write(
        `RTSP/1.0 401 Unauthorized\r\nCSeq: ${sequence}\r\nWWW-Authenticate: Digest realm="camera", nonce="n"\r\n\r\n`,
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `rtsp://127.0.0.1:${port}/stream`,
    heard: () => heard,
    kept,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
