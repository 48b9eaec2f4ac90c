/** Addresses for elements that can send no token: they name one file, whose session may fetch it, by which right, and end. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** What signs an address: its end, the session that it was made for, by which right, and the signature. */
export type PathQuery = Readonly<Partial<Record<'e' | 'u' | 'o' | 's', string>>>

export interface PathSigner {
  /** The path with all that admits to it. */
  sign(path: string, expiresMs: number, sessionId: string, right: string): string
  /** Whether this is a path that was signed and has not ended. */
  isGood(path: string, query: PathQuery, nowMs: number): boolean
}

export function pathSigner(key: Buffer): PathSigner {
  const signatureOf = (...of: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(of)).digest('base64url')
  return {
    sign(path, expiresMs, sessionId, right) {
      const e = String(Math.round(expiresMs))
      const s = signatureOf(path, e, sessionId, right)
      return `${path}?${new URLSearchParams({ e, u: sessionId, o: right, s }).toString()}`
    },
    isGood(path, { e = '', u = '', o = '', s = '' }, nowMs) {
      if (!/^\d{13}$/.test(e) || Number(e) <= nowMs) return false
      const [expected, given] = [Buffer.from(signatureOf(path, e, u, o)), Buffer.from(s)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
