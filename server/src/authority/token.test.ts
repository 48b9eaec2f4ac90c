import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { endOfSession, hashOfToken, IDLE_MS, LIFETIME_MS, newToken } from './token.ts'

const HOUR_MS = 3_600_000

it('a token is 256 random bits in 43 characters', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  }
})

it('what is stored of a token is its SHA-256, and nothing of what is no token', () => {
  const token = `${'a'.repeat(40)}_-9`
  expect(hashOfToken(token)).toBe(createHash('sha256').update(token).digest('hex'))
  for (const text of ['', 'a', token.slice(1), `${token}a`, `${token.slice(1)}+`, ` ${token}`])
    expect(hashOfToken(text)).toBeUndefined()
})

it('a session ends 12 hours after its last use and 7 days after its beginning', () => {
  expect([IDLE_MS, LIFETIME_MS]).toEqual([12 * HOUR_MS, 7 * 24 * HOUR_MS])
  expect(endOfSession(0, 100 * HOUR_MS)).toBe(12 * HOUR_MS)
  expect(endOfSession(99 * HOUR_MS, 100 * HOUR_MS)).toBe(100 * HOUR_MS)
})
