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
    ['of no text', { groups: 7 }, 'groups', []],
    ['deep in objects', { a: { b: { c: ['guards'] } } }, 'a.b.c', ['guards']],
    ['of a name with dots, though there is an object', { 'a.b': 'one', a: { b: 'two' } }, 'a.b', ['one']],
  ])('are read: %s', (_form, claims, claim, groups) => {
    expect(groupsIn(claims, claim)).toEqual(groups)
  })

  it.each([
    ['groups', {}],
    ['groups', { groups: null }],
    ['a.b', { a: ['b'] }],
    ['a.b', { a: null }],
    ['a.b', { b: ['c'] }],
    ['a.b.c', { a: { b: 'c' } }],
    ['a.constructor', { a: {} }],
    ['groups', { groups: undefined }],
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
    [{ preferred_username: '', email: 'grace@example.com' }, 'grace', 'grace'],
    [{ preferred_username: '@example.com', email: 'grace@example.com' }, 'grace', 'grace'],
    [{ preferred_username: 7, name: ['Ada'], sub: '42' }, 'user', '42'],
    [{ preferred_username: '  ada  ', name: '  Ada  Byron ' }, 'ada', 'Ada  Byron'],
    [{ preferred_username: 'ab', name: 'A' }, 'userab', 'A'],
    [{ preferred_username: 'abc', name: 'A' }, 'abc', 'A'],
    [{ preferred_username: 'a_b/c d-e.f', name: 'A' }, 'a-bcd-e.f', 'A'],
    [{ preferred_username: 'a'.repeat(40), name: 'A' }, 'a'.repeat(26), 'A'],
    [{ preferred_username: 'ada', name: '\u{1f408}'.repeat(51) }, 'ada', '\u{1f408}'.repeat(50)],
    [{}, 'user', ''],
  ])('%o', (claims, account, display) => {
    expect(namesIn(claims)).toMatchObject({ account, display })
  })

  const long = `${'x'.repeat(242)}@example.com`
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' ada@mail.example.com ', 'ada@mail.example.com'],
    [long, long],
    [`x${long}`, null],
    ['ada@example', null],
    ['@example.com', null],
    ['ada@', null],
    ['ada@.', null],
    ['ada@@example.com', null],
    ['ada@exa@mple.com', null],
    ['a da@example.com', null],
    ['ada@exam ple.com', null],
    ['ada@example.c m', null],
    ['mail ada@example.com', null],
    ['ada@example.com now', null],
    [7, null],
    [undefined, null],
  ])('take %j for the e-mail address %j', (email, taken) => {
    expect(namesIn({ email }).email).toBe(taken)
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
