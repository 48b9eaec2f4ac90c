import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { groupsIn, namesIn } from './claims.ts'

describe('groups', () => {
  it.each([
    ['a list', { groups: ['guards', 'chiefs'] }, 'groups', ['guards', 'chiefs']],
    ['a single one', { groups: 'guards' }, 'groups', ['guards']],
    ['within an object', { realm_access: { roles: ['guards'] } }, 'realm_access.roles', ['guards']],
    [
      'of a name with dots',
      { 'https://example.com/groups': ['guards'] },
      'https://example.com/groups',
      ['guards'],
    ],
    ['among what is no text', { groups: ['guards', 7, null, { a: 1 }] }, 'groups', ['guards']],
    ['none', { groups: [] }, 'groups', []],
  ])('are read: %s', (_form, claims, claim, groups) => {
    expect(groupsIn(claims, claim)).toEqual(groups)
  })

  it.each([
    ['groups', {}],
    ['groups', { groups: null }],
    ['a.b', { a: ['b'] }],
    ['constructor.name', {}],
    ['__proto__', {}],
  ])('are not there: %s', (claim, claims) => {
    expect(groupsIn(claims, claim)).toBeUndefined()
  })

  it('are at most 2000, whatever is sent', () => {
    expect(
      groupsIn({ groups: Array.from({ length: 5000 }, (_, at) => `group ${at}`) }, 'groups'),
    ).toHaveLength(2000)
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (claims, claim) => {
        const groups = groupsIn(claims, claim) ?? []
        expect(groups.every((group) => typeof group === 'string')).toBe(true)
      }),
    )
  })
})

describe('names', () => {
  it.each([
    [{ preferred_username: 'Ada.Byron', name: 'Ada Byron' }, 'ada.byron', 'Ada Byron'],
    [{ preferred_username: 'ada@example.com' }, 'ada', 'ada'],
    [{ email: 'Grace_H@example.com' }, 'grace-h', 'Grace_H'],
    [{ preferred_username: 'Zoë', name: 'Zoë\u0007' }, 'zoe', 'Zoë'],
    [{ preferred_username: '王', sub: '42' }, 'user', '王'],
    [{ sub: '42' }, 'user', '42'],
  ])('%o', (claims, account, display) => {
    expect(namesIn(claims)).toMatchObject({ account, display })
  })

  it('are such as an account may have, whatever is sent', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.jsonValue())
    const claims = fc.record({ preferred_username: text, name: text, email: text, sub: text })
    fc.assert(
      fc.property(claims, (sent) => {
        const { account, display, email } = namesIn(sent)
        // Room for a number behind it, up to 32 characters.
        expect(account).toMatch(/^[a-z0-9.-]{3,28}$/)
        expect(Array.from(display).length).toBeLessThanOrEqual(50)
        expect(display).not.toMatch(/\p{Cc}/u)
        expect(email ?? 'a@b.c').toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
      }),
    )
  })
})
