import { makeTicket } from '@vedette/contract/ticket'
import { beforeEach, describe, expect, it } from 'vitest'

import type { SessionEndListener } from '../authority/session-end.ts'
import { TestClock } from '../engines/clock.ts'
import { SessionKeys } from '../push/session-keys.ts'
import { Tickets } from './tickets.ts'

describe('media tickets', () => {
  let clock: TestClock
  let keys: SessionKeys
  let tickets: Tickets
  beforeEach(() => {
    clock = new TestClock()
    keys = new SessionKeys({ onSessionEnd: () => () => undefined })
    tickets = new Tickets(keys, clock)
  })

  const make = (sessionId: string, nowMs = clock.now()) => makeTicket(keys.issue(sessionId), sessionId, nowMs)

  it('admit the session that signed them, each once', () => {
    const [one, two] = [make('session1'), make('session1')]
    expect(tickets.admit(one)).toBe('session1')
    expect(tickets.admit(one)).toBeUndefined()
    expect(tickets.admit(two)).toBe('session1')
  })

  it('admit once for as long as they are good, however many come between', () => {
    const early = make('session1', clock.now() + 30_000)
    expect(tickets.admit(early)).toBe('session1')
    for (let seconds = 0; seconds < 60; seconds += 10) {
      clock.advance(10_000)
      expect(tickets.admit(make('session2'))).toBe('session2')
      expect(tickets.admit(early)).toBeUndefined()
    }
  })

  it('of two sessions do not count for each other, even with the same nonce', () => {
    const claims = (sessionId: string) => make(sessionId)
    expect(tickets.admit(claims('session1'))).toBe('session1')
    expect(tickets.admit(claims('session2'))).toBe('session2')
  })

  it('are refused when they are forged, expired, of nobody or none', () => {
    const ticket = make('session1')
    expect(tickets.admit(makeTicket('00'.repeat(32), 'session1', clock.now()))).toBeUndefined()
    expect(tickets.admit(makeTicket('00'.repeat(32), 'session9', clock.now()))).toBeUndefined()
    expect(tickets.admit('no ticket')).toBeUndefined()
    clock.advance(30_001)
    expect(tickets.admit(ticket)).toBeUndefined()
  })

  it('that were refused are not used up', () => {
    const early = make('session1', clock.now() + 60_000)
    expect(tickets.admit(early)).toBeUndefined()
    clock.advance(60_000)
    expect(tickets.admit(early)).toBe('session1')
  })
})

describe('the key of a session', () => {
  it('is 32 random bytes, shared by its sockets', () => {
    const keys = new SessionKeys({ onSessionEnd: () => () => undefined })
    expect(keys.issue('session1')).toMatch(/^[0-9a-f]{64}$/)
    expect(keys.issue('session1')).toBe(keys.keyOf('session1'))
    expect(keys.issue('session2')).not.toBe(keys.keyOf('session1'))
    expect(keys.keyOf('session3')).toBeUndefined()
  })

  it('is gone with the session, and stays when only its rights change', () => {
    const listeners: SessionEndListener[] = []
    const keys = new SessionKeys({
      onSessionEnd: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
    })
    const tell: SessionEndListener = (sessionId, end) =>
      listeners.forEach((listener) => listener(sessionId, end))
    const key = keys.issue('session1')
    tell('session1', 'rights')
    expect(keys.keyOf('session1')).toBe(key)
    for (const end of ['revoked', 'expired'] as const) {
      keys.issue('session1')
      tell('session1', end)
      expect(keys.keyOf('session1')).toBeUndefined()
    }
  })

  it('is forgotten when 50,000 others were asked for since', () => {
    const keys = new SessionKeys({ onSessionEnd: () => () => undefined })
    const [first, second] = [keys.issue('first'), keys.issue('second')]
    for (let i = 0; i < 49_998; i++) keys.issue(`s${i}`)
    expect([keys.keyOf('first'), keys.keyOf('second')]).toEqual([first, second])
    keys.issue('first')
    keys.issue('one more')
    expect([keys.keyOf('first'), keys.keyOf('second')]).toEqual([first, undefined])
  })
})
