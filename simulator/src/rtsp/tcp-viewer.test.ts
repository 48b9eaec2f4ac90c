import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Packetizer } from '../rtp/packets.ts'
import { TcpViewer } from './tcp-viewer.ts'

const FRAME_BYTES = 200_000
/** The viewer's own limit, and one frame with its packets' headers on top. */
const MOST_WAITING = 8_388_608 + FRAME_BYTES * 1.02

test('a client that does not read is skipped to the next key frame, and nothing piles up for it', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const accepted = once(server, 'connection')
  const client = connect(address.port, '127.0.0.1')
  client.pause()
  const [socket]: Socket[] = await accepted
  if (socket === undefined) throw new Error('no connection')

  const viewer = new TcpViewer(socket, 0, 1)
  const packetizer = new Packetizer(1, 0)
  const frame = (isKey: boolean) =>
    viewer.frame(packetizer.packetize([Buffer.alloc(FRAME_BYTES, isKey ? 0x65 : 0x61)], 0), isKey)
  for (let i = 0; i < 200; i++) {
    frame(i % 25 === 0)
    expect(socket.writableLength).toBeLessThan(MOST_WAITING)
  }
  expect(socket.writableNeedDrain).toBe(true)

  const drained = once(socket, 'drain')
  client.resume()
  await drained
  frame(false)
  expect(socket.writableLength).toBe(0)
  const sent = socket.bytesWritten
  frame(true)
  expect(socket.bytesWritten).toBeGreaterThan(sent)
  client.destroy()
  socket.destroy()
  server.close()
})
