/** One-time codes by time: RFC 6238 with HMAC-SHA-1, 30 s and 6 digits, as every authenticator has them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** A clock may be off by one step. */
const DRIFT_STEPS = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / STEP_MS)
}

/** The HOTP value (RFC 4226) of a counter. */
export function codeOf(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code this is, within the drift; undefined when it is of none. */
export function stepOf(key: Uint8Array, code: string, timeMs: number): number | undefined {
  const now = stepAt(timeMs)
  const typed = Buffer.from(code)
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    const expected = Buffer.from(codeOf(key, step))
    if (expected.length === typed.length && timingSafeEqual(expected, typed)) return step
  }
  return undefined
}

/** RFC 4648, without padding: 20 bytes are 32 letters. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(parseInt(five.padEnd(5, '0'), 2))).join('')
}

/** What a QR code for an authenticator holds. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
