import { expect, test } from 'vitest'

import { fault, isReasonWord, REASONS, reasonText } from './reasons.ts'

const valuesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([mark]) => mark).toSorted()

test.each(Object.entries(REASONS))(
  '%s is said in both languages, with the same values',
  (word, { en, zh }) => {
    expect(zh).toMatch(/[\u4e00-\u9fff]/)
    expect(en).toMatch(/^[A-Z0-9{]/)
    expect(valuesIn(zh)).toEqual(valuesIn(en))
    expect(isReasonWord(word)).toBe(true)
  },
)

test('a fault says where, why and with which values', () => {
  const refusal = fault('badInput', 'Name', 'tooLong', { Most: 50 })
  expect(refusal.reason).toBe('badInput')
  expect(refusal.body).toEqual({
    Field: 'Name',
    Reason: 'At most 50 characters',
    Word: 'tooLong',
    Values: { Most: 50 },
  })
  expect(reasonText('zh-cn', 'tooLong', { Most: 50 })).toBe('最多 50 个字符')
  expect(isReasonWord('toString')).toBe(false)
})
