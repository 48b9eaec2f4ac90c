import { expect, it } from 'vitest'

import { base32, codeOf, otpauthUri, stepAt, stepOf } from './totp.ts'

const KEY = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six of its eight digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s the code is %s', (seconds, code) => {
  expect(codeOf(KEY, stepAt(seconds * 1000))).toBe(code)
  expect(stepOf(KEY, code, seconds * 1000)).toBe(stepAt(seconds * 1000))
})

it('a code is taken one step early or late, and no further', () => {
  const at = 1_111_111_111_000
  for (const offMs of [-30_000, 0, 30_000]) expect(stepOf(KEY, '050471', at + offMs)).toBe(stepAt(at))
  for (const offMs of [-60_000, 60_000]) expect(stepOf(KEY, '050471', at + offMs)).toBeUndefined()
  for (const code of ['', '50471', '0504711', 'abcdef', '０５０４７１'])
    expect(stepOf(KEY, code, at)).toBeUndefined()
})

// RFC 4648, section 10.
it.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%s in base 32 is %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

it('the address for the authenticator escapes its names', () => {
  expect(otpauthUri('MY', 'Vedette', 'a&b_c d')).toBe(
    'otpauth://totp/Vedette:a%26b_c%20d?secret=MY&issuer=Vedette',
  )
})
