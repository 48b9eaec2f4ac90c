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
  ['Zz!asdf9z', 'sequence'],
  ['Zz!vcxz9z', 'sequence'],
  ['Zz!nbvc9z', 'sequence'],
  ['Zz!wxyz9q', 'sequence'],
  ['Zz!78909z', 'sequence'],
  ['Kit7!xxx', 'userName'],
  ['x7!xTiK-', 'userName'],
  ['12!-+_=?', 'classes'],
  ['abk!-+_=?', 'classes'],
  ['ABK!-+_=?', 'classes'],
  ['LOWER7777', 'classes'],
  ['Ab1!xyzu', undefined],
  ['Ab1!xyzuAb1!xy', undefined],
  ['Blue7Kute', undefined],
  ['b7!kute-ra', undefined],
  ['ab-Blue7', undefined],
  ['Zz!asd9zxc', undefined],
] as const)('%s → %s', (password, fault) => {
  expect(passwordFault(password, ['guard', 'acme_guard', 'Kit', 'ab'])).toBe(fault)
})

test.each([
  ['', 'required'],
  ['Ab1xy', 'simple'],
  ['abcdefabcdef123', 'simple'],
  ['abc#def', 'simple'],
  ['密码密码密码', 'simple'],
  [' abcdef', 'simple'],
  ['guard1', undefined],
  ['123456', undefined],
  ['abcdefabcdef12', undefined],
] as const)('by the simple rule %s → %s', (password, fault) => {
  expect(passwordFault(password, ['guard'], 'simple')).toBe(fault)
})
