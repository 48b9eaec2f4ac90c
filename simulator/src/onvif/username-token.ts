/** WS-Security UsernameToken with a password digest (WSS UsernameToken Profile 1.1). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { find, textAt, type XmlElement } from './xml.ts'

/** How far the time in a token may be from the device's clock. */
const CLOCK_WINDOW_MS = 300_000
const MOST_NONCES = 100_000
/** onvif-util keeps one nonce, and asks the same again within the millisecond to which it tells the time. */
const SAME_MS = 1000

export type TokenVerdict = 'accepted' | 'refused' | 'absent'

export class TokenGate {
  private readonly username: string
  private readonly password: string
  /** When each token was used first, the oldest first. */
  private readonly used = new Map<string, number>()

  constructor(username: string, password: string) {
    this.username = username
    this.password = password
  }

  /** A token counts for one operation, for a second, near the time that the device's own clock shows. */
  verify(header: XmlElement | undefined, operation: string, deviceTimeMs: number): TokenVerdict {
    const token = find(header, 'Security', 'UsernameToken')
    if (token === undefined) return 'absent'
    const password = find(token, 'Password')
    const nonce = textAt(token, 'Nonce') ?? ''
    const created = textAt(token, 'Created') ?? ''
    const createdMs = Date.parse(created)
    if (!(password?.attributes['Type'] ?? '').endsWith('#PasswordDigest')) return 'refused'
    if (textAt(token, 'Username') !== this.username || nonce === '' || nonce.length > 200) return 'refused'
    if (!(Math.abs(createdMs - deviceTimeMs) <= CLOCK_WINDOW_MS)) return 'refused'
    const expected = createHash('sha1')
      .update(Buffer.from(nonce, 'base64'))
      .update(created)
      .update(this.password)
      .digest()
    const given = Buffer.from(password?.text.trim() ?? '', 'base64')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'refused'
    return this.use(`${nonce} ${created} ${operation}`, deviceTimeMs) ? 'accepted' : 'refused'
  }

  private use(token: string, nowMs: number): boolean {
    for (const [old, firstMs] of this.used) {
      // The token's own time has it refused by then.
      if (nowMs - firstMs <= 2 * CLOCK_WINDOW_MS && this.used.size < MOST_NONCES) break
      this.used.delete(old)
    }
    const firstMs = this.used.get(token)
    if (firstMs === undefined) this.used.set(token, nowMs)
    return firstMs === undefined || Math.abs(nowMs - firstMs) <= SAME_MS
  }
}
