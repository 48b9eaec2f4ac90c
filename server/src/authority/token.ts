import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A session that nobody uses ends after this time (reading 18). */
export const IDLE_MS = 12 * 60 * 60 * 1000
/** A session that is not renewed ends after this time, used or not (reading 18). */
export const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** A Utoken: 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token; undefined for a text that cannot be one. */
export function hashOfToken(token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  return createHash('sha256').update(token).digest('hex')
}

/** When a session ends that is not used again, ms since 1970. */
export function endOfSession(lastSeenAt: number, expiresAt: number): number {
  return Math.min(lastSeenAt + IDLE_MS, expiresAt)
}
