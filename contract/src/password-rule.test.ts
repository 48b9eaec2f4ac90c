import { expect, test } from 'vitest'

import { passwordFault } from './password-rule.ts'

test.each([
  ['', 'required'],
  ['Ab1!xyz', 'length'],
  ['Ab1!xyzuAb1!xyz', 'length'],
  ['Qwerty19!', 'sequence'],
  ['xX9!ytrew', 'sequence'],
  ['Zz!1234zz', 'sequence'],
  ['Zz!fedczz', 'sequence'],
  ['Guard7!xx', 'userName'],
  ['Xdraug77!', 'userName'],
  ['lowercase1', 'classes'],
  ['Blue7Kite', undefined],
  ['b7!kite-ra', undefined],
] as const)('%s → %s', (password, fault) => {
  expect(passwordFault(password, ['guard', 'acme_guard', 'ab'])).toBe(fault)
})

test.each([
  ['', 'required'],
  ['Ab1xy', 'simple'],
  ['abcdefabcdef123', 'simple'],
  ['abc#def', 'simple'],
  ['密码密码密码', 'simple'],
  ['guard1', undefined],
  ['123456', undefined],
] as const)('by the simple rule %s → %s', (password, fault) => {
  expect(passwordFault(password, ['guard'], 'simple')).toBe(fault)
})
