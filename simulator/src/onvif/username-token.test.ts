import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { TokenGate, type TokenVerdict } from './username-token.ts'
import { readXml } from './xml.ts'

const NOW = Date.UTC(2026, 4, 1, 12)

function verdictOf(gate: TokenGate, atMs: number, operation: string, password = 'right'): TokenVerdict {
  const [nonce, created] = [Buffer.from('once'), new Date(NOW).toISOString()]
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const header = readXml(
    `<Header><Security><UsernameToken><Username>admin</Username><Password Type="x#PasswordDigest">${digest}</Password>` +
      `<Nonce>${nonce.toString('base64')}</Nonce><Created>${created}</Created></UsernameToken></Security></Header>`,
  )
  return gate.verify(header, operation, atMs)
}

it('is taken for its operation within a second, and refused to anyone who comes with it later', () => {
  const gate = new TokenGate('admin', 'right')
  expect(verdictOf(gate, NOW, 'GetProfiles', 'wrong')).toBe('refused')
  expect(verdictOf(gate, NOW, 'GetProfiles')).toBe('accepted')
  expect(verdictOf(gate, NOW + 1, 'GetProfiles')).toBe('accepted')
  expect(verdictOf(gate, NOW + 5000, 'GetProfiles')).toBe('refused')
  expect(verdictOf(gate, NOW + 5000, 'GetStreamUri')).toBe('accepted')
  expect(verdictOf(gate, NOW + 600_000, 'GetServices')).toBe('refused')
})
