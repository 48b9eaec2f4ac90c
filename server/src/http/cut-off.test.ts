import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { expect, it } from 'vitest'

import { Secret } from '../engines/secret-box.ts'
import { cutOff } from './cut-off.ts'
import { listenerFor } from './listener.ts'
import { selfSigned } from './self-signed.ts'

/** What the system takes for a reader that takes nothing itself. */
const HELD_BYTES = 2 * 1024 * 1024
/** More than what of it lies on the reader's side already. */
const ARRIVED_BYTES = 1024 * 1024

it.each(['http', 'https'] as const)(
  'a slow reader by %s that is cut off gets none of the megabytes that the system holds for it',
  async (scheme) => {
    const listener = listenerFor({ trustedProxies: [], certificate: await certificateFor(scheme) }, () => {})
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const bound = listener.address()
    const place = { port: typeof bound === 'object' ? (bound?.port ?? 0) : 0, host: '127.0.0.1' }
    const reader = scheme === 'https' ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place)
    let bytes = 0
    reader.on('error', () => {})
    reader.on('data', (piece: Buffer) => (bytes += piece.length))
    await once(reader, scheme === 'https' ? 'secureConnect' : 'connect')
    reader.pause()
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [, response] = await once(listener, 'request')
    const piece = Buffer.alloc(64 * 1024)
    for (let held = 0; held < HELD_BYTES; held += piece.length)
      await new Promise((resolve) => response.write(piece, resolve))
    const closed = new Promise((resolve) => reader.once('close', resolve))
    cutOff(response.socket)
    reader.resume()
    await closed
    expect(bytes).toBeLessThan(ARRIVED_BYTES)
    listener.close()
  },
)

async function certificateFor(scheme: 'http' | 'https') {
  if (scheme === 'http') return undefined
  const now = Date.now()
  const dates = { notBefore: new Date(now - 60_000), notAfter: new Date(now + 60_000) }
  const { cert, key } = await selfSigned({ brand: 'Vedette', names: ['localhost'], ...dates })
  return { cert, key: new Secret(key) }
}
