import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

// Crockford's base 32 as ULID has it: no I, L, O, U; it sorts like the number.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_BITS = 80n
const LENGTH = 26

/**
 * Makes ids of 26 characters that sort by the time of their making: 48 bits of milliseconds, 80 random bits. Those
 * of one source rise strictly, even when the clock stands still or runs back.
 */
export function idSource(clock: Clock): () => string {
  let last = -1n
  return () => {
    const fresh = (BigInt(clock.now()) << RANDOM_BITS) | BigInt(`0x${randomBytes(10).toString('hex')}`)
    const sameMs = fresh >> RANDOM_BITS <= last >> RANDOM_BITS
    last = sameMs ? last + 1n : fresh
    return base32(last)
  }
}

function base32(value: bigint): string {
  let text = ''
  for (let place = 0; place < LENGTH; place++) {
    text = DIGITS.charAt(Number(value & 31n)) + text
    value >>= 5n
  }
  return text
}
