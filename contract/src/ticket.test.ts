import { expect, test } from 'vitest'

import { isTicketOf, makeTicket, readTicket } from './ticket.ts'

const KEY = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const NOW = Date.UTC(2026, 10, 21)

test('a ticket is good for its key, session and minute', () => {
  const ticket = makeTicket(KEY, 'session1', NOW)
  expect(readTicket(ticket)?.sessionId).toBe('session1')
  expect(isTicketOf(KEY, ticket, NOW)).toBe(true)
  expect(isTicketOf(KEY, ticket, NOW + 61_000)).toBe(false)
  expect(isTicketOf(KEY, ticket, NOW - 61_000)).toBe(false)
  expect(isTicketOf(KEY.replaceAll('0', '1'), ticket, NOW)).toBe(false)
})

test('a ticket with any character changed is refused', () => {
  const ticket = makeTicket(KEY, 'session1', NOW)
  for (let i = 0; i < ticket.length; i++) {
    const other = ticket[i] === '1' ? '2' : '1'
    expect(isTicketOf(KEY, ticket.slice(0, i) + other + ticket.slice(i + 1), NOW)).toBe(false)
  }
})

test('two tickets of the same moment differ', () => {
  expect(makeTicket(KEY, 'session1', NOW)).not.toBe(makeTicket(KEY, 'session1', NOW))
})

test('what is no ticket is none', () => {
  for (const text of ['', '...', 'a.b.c.d', 'x'.repeat(10_000)]) expect(readTicket(text)).toBeUndefined()
})

test('a ticket tells its session, when it ends and what makes it differ from others', () => {
  const ticket = makeTicket(KEY, 'session1', NOW + 0.4)
  expect(ticket).toMatch(/^session1\.\d{13}\.[0-9a-f]{16}\.[0-9a-f]{64}$/)
  const [sessionId, , nonce] = ticket.split('.')
  expect(readTicket(ticket)).toEqual({ sessionId, expiresMs: NOW + 30_000, nonce })
})

test('a ticket is good to the last millisecond on either side', () => {
  const ticket = makeTicket(KEY, 'session1', NOW)
  expect(isTicketOf(KEY, ticket, NOW + 30_000)).toBe(true)
  expect(isTicketOf(KEY, ticket, NOW + 30_001)).toBe(false)
  expect(isTicketOf(KEY, ticket, NOW - 30_000)).toBe(true)
  expect(isTicketOf(KEY, ticket, NOW - 30_001)).toBe(false)
})

test('a ticket is signed with HMAC-SHA-256 of its claims', () => {
  const claims = `s.${NOW}.0011223344556677`
  // Made by OpenSSL.
  const signature = 'd21b4ac3ea97ec00e21064e946f640683ebbd4c6c7e47f08c762208285a9e475'
  expect(isTicketOf(KEY, `${claims}.${signature}`, NOW)).toBe(true)
})

test('what only resembles a ticket is none', () => {
  const [session, end, nonce, signature] = ['s'.repeat(64), String(NOW), '0'.repeat(16), 'a'.repeat(64)]
  expect(readTicket([session, end, nonce, signature].join('.'))).toBeDefined()
  for (const parts of [
    [`${session}s`, end, nonce, signature],
    ['', end, nonce, signature],
    ['a_b', end, nonce, signature],
    [`.${session}`, end, nonce, signature],
    [session, `${end}0`, nonce, signature],
    [session, end.slice(1), nonce, signature],
    [session, end, `${nonce}0`, signature],
    [session, end, nonce.slice(1), signature],
    [session, end, nonce, `${signature}a`],
    [session, end, nonce, signature.slice(1)],
    [session, end, nonce, signature.toUpperCase()],
    [session, end, nonce],
  ])
    expect(readTicket(parts.join('.'))).toBeUndefined()
  expect(isTicketOf(KEY, 'no ticket', NOW)).toBe(false)
})
