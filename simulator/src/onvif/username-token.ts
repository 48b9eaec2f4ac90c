/** WS-Security UsernameToken with a password digest (WSS UsernameToken Profile 1.1). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { find, textAt, type XmlElement } from './xml.ts'

/** How far the time in a token may be from the device's clock. */
const CLOCK_WINDOW_MS = 300_000
const MOST_NONCES = 100_000

export type TokenVerdict = 'accepted' | 'refused' | 'absent'

export class TokenGate {
  private readonly username: string
  private readonly password: string
  /** When each nonce stops being refused anyway. */
  private readonly nonces = new Map<string, number>()

  constructor(username: string, password: string) {
    this.username = username
    this.password = password
  }

  /**
   * A token counts once for each operation, near the time that the device's own clock shows: onvif-util keeps one nonce, and
   * asks several things within a millisecond.
   */
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

  private use(nonce: string, nowMs: number): boolean {
    for (const [old, untilMs] of this.nonces) {
      if (untilMs >= nowMs && this.nonces.size < MOST_NONCES) break
      this.nonces.delete(old)
    }
    if (this.nonces.has(nonce)) return false
    this.nonces.set(nonce, nowMs + 2 * CLOCK_WINDOW_MS)
    return true
  }
}
