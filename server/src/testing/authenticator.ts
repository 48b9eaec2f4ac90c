import { createHmac } from 'node:crypto'

import type { Clock } from '../engines/clock.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator shows that was given this secret (RFC 6238), written apart from what the platform checks it with. */
export function authenticatorOf(secret: string, clock: Pick<Clock, 'now'>): () => string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
  return () => {
    const counter = Math.floor(clock.now() / 30_000)
      .toString(16)
      .padStart(16, '0')
    const mac = createHmac('sha1', key).update(counter, 'hex').digest('hex')
    const at = 2 * parseInt(mac.slice(-1), 16)
    const number = parseInt(mac.slice(at, at + 8), 16) % 2 ** 31
    return String(number).padStart(6, '0').slice(-6)
  }
}
