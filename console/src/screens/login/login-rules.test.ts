import { describe, expect, it } from 'vitest'

import { memoryShelf, Stored } from '../../app/stored.ts'
import { CallFailure } from '../../wire/failure.ts'
import { fullNameOf, keepProof, readProof } from './proof.ts'
import { faultOf } from './refusal.ts'
import { remainingText } from './use-countdown.ts'

describe('what the browser remembers of logins', () => {
  it('is the last enterprise and account, and five enterprises, the latest first', () => {
    const stored = new Stored(memoryShelf())
    for (const enterprise of ['a', 'b', 'c', 'd', 'e', 'f', 'b'])
      keepProof(stored, { enterprise, account: 'ada', agreementVersion: '1' })
    expect(readProof(stored)).toEqual({
      enterprise: 'b',
      account: 'ada',
      agreementVersion: '1',
      enterprises: ['b', 'f', 'e', 'd', 'c'],
    })
  })

  it('is nothing where it cannot be read', () => {
    const shelf = memoryShelf()
    shelf.setItem('loginProof', '{"enterprise":7}')
    expect(readProof(new Stored(shelf))).toMatchObject({ enterprise: '', agreementVersion: '' })
  })
})

describe('the account’s full name', () => {
  it('has the enterprise before the name once, however it was typed', () => {
    expect(fullNameOf('demo', 'admin')).toBe('demo_admin')
    expect(fullNameOf('demo', 'demo_admin')).toBe('demo_admin')
    expect(fullNameOf('demo', 'demonstrator')).toBe('demo_demonstrator')
  })
})

describe('a refused login', () => {
  it.each([
    ['4004', {}, 'password', 0],
    ['2007', {}, 'account', 0],
    ['6100', { Field: 'EnterpriseCode', Reason: 'too long' }, 'enterprise', 0],
    ['6100', { Field: 'AppID' }, undefined, 0],
    ['6101', { RetryAfter: 41.2 }, undefined, 42],
    ['6101', { RetryAfter: -5 }, undefined, 0],
    ['6101', 'nonsense', undefined, 0],
    ['6007', {}, undefined, 0],
  ] as const)('with %s %j stands at %s and waits %d s', (code, body, field, waitSeconds) => {
    expect(faultOf(new CallFailure(code, body), 'en')).toMatchObject({ field, waitSeconds })
  })
})

it('the wait for another try is told in minutes and seconds', () => {
  expect([5, 60, 890, 86_400].map(remainingText)).toEqual(['00:05', '01:00', '14:50', '1440:00'])
})
