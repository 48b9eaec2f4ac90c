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
