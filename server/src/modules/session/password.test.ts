import { afterAll, beforeAll, expect, it } from 'vitest'

import { hashPassword, isNobodysPassword, isPassword, setPasswordCost } from './password.ts'

const PASSWORD = 'Correct#Horse9'
/** 19,456 KiB, two passes, one lane. */
const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/

// Other files of this worker have it cheap.
beforeAll(() => setPasswordCost('usual'))
afterAll(() => setPasswordCost('cheap'))

it('a password is kept as argon2id, with a salt of its own', async () => {
  const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
  expect(one).toMatch(PHC)
  expect(two).toMatch(PHC)
  expect(one).not.toBe(two)
  expect(await isPassword(PASSWORD, one)).toBe(true)
  expect(await isPassword(PASSWORD.toLowerCase(), one)).toBe(false)
  expect(await isPassword('', one)).toBe(false)
})

it('a hash is checked by the cost that it was made with', async () => {
  // The password, salt and cost of RFC 9106, section 5.3, without its secret and associated data.
  const tag = 'A6q5ZcEgAcnX0NLeMxksBJS2hLsUgZbXPB3xrK9tDC4'
  const stored = `$argon2id$v=19$m=32,t=3,p=4$AgICAgICAgICAgICAgICAg$${tag}`
  expect(await isPassword('\u0001'.repeat(32), stored)).toBe(true)
  expect(await isPassword('\u0001'.repeat(31), stored)).toBe(false)
  const dear =
    '$argon2id$v=19$m=128,t=12,p=16$AgICAgICAgICAgICAgICAg$XUcdkNspKJdnwrMuD2e1OE5WaPQuWBJpmhprirccf9w'
  expect(await isPassword('\u0001'.repeat(32), dear)).toBe(true)
})

it.each([
  '',
  'plain',
  '$argon2id$v=19$m=32,t=3,p=4$AgICAgICAgICAgICAgICAg$',
  `x$argon2id$v=19$m=32,t=3,p=4$AgICAgICAgICAgICAgICAg$AAAA`,
  `$argon2id$v=19$m=32,t=3,p=4$AgICAgICAgICAgICAgICAg$AAAA!`,
  `$argon2id$v=19$m=123456789,t=3,p=4$AgICAgICAgICAgICAgICAg$AAAA`,
  `$argon2id$v=19$m=32,t=1234,p=4$AgICAgICAgICAgICAgICAg$AAAA`,
  `$argon2id$v=19$m=32,t=3,p=1234$AgICAgICAgICAgICAgICAg$AAAA`,
  `$argon2i$v=19$m=32,t=3,p=4$AgICAgICAgICAgICAgICAg$AAAA`,
])('what is no hash is a bug that is told without it: case %#', async (stored) => {
  await expect(isPassword(PASSWORD, stored)).rejects.toThrow(
    new Error(`not a password hash: ${stored.length} characters`),
  )
})

it("nobody's password is never right", async () => {
  expect(await isNobodysPassword(PASSWORD)).toBe(false)
  expect(await isNobodysPassword('')).toBe(false)
})
