/** Addresses that admit by themselves, for elements that can send no token: they name one file and end. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface PathSigner {
  /** The path with its end and signature. */
  sign(path: string, expiresMs: number): string
  /** Whether this is a path that was signed and has not ended. */
  isGood(path: string, query: { e?: string; s?: string }, nowMs: number): boolean
}

export function pathSigner(key: Buffer): PathSigner {
  const signatureOf = (path: string, expires: string): string =>
    createHmac('sha256', key).update(`${path}?${expires}`).digest('base64url')
  return {
    sign(path, expiresMs) {
      const expires = String(Math.round(expiresMs))
      return `${path}?e=${expires}&s=${signatureOf(path, expires)}`
    },
    isGood(path, { e = '', s = '' }, nowMs) {
      if (!/^\d{13}$/.test(e) || Number(e) <= nowMs) return false
      const [expected, given] = [Buffer.from(signatureOf(path, e)), Buffer.from(s)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
