import { describe, expect, it } from 'vitest'

import type { Entry } from './entry.ts'
import { languageFor } from './language.ts'
import './reasons.ts'
import * as sections from './sections.ts'
import { addSections, codeText, failureText, translate } from './translate.ts'

addSections(sections)

const entries = Object.entries(sections).flatMap(([section, texts]) =>
  Object.entries<Entry>(texts).map(([key, entry]) => [`${section}.${key}`, entry] as const),
)

function parametersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()
}

describe('the catalogue', () => {
  it.each(entries)('%s says something in both languages, with the same parameters', (_key, { en, zh }) => {
    expect(en.trim()).not.toBe('')
    expect(zh.trim()).not.toBe('')
    expect(parametersOf(zh)).toEqual(parametersOf(en))
  })

  it('fills parameters in', () => {
    expect(translate('en', 'login.wait', { time: '00:07' })).toBe('Try again in 00:07')
    expect(translate('zh-cn', 'login.wait', { time: '00:07' })).toBe('00:07 后可重试')
  })
})

describe('the text of a code', () => {
  it('is the contract’s', () => {
    expect(codeText('en', '5059', 'noPermission')).toBe('You have no permission for this')
    expect(codeText('zh-cn', '5059', 'noPermission')).toBe('没有操作权限')
  })

  it("say a refusal's reason where the server names one that is known", () => {
    const body = { Field: 'Name', Reason: '', Word: 'tooLong', Values: { Most: 50 } }
    const refused = { code: '6100', reason: 'badInput' as const, body }
    expect(failureText('en', refused)).toBe('At most 50 characters')
    expect(failureText('zh-cn', refused)).toBe('最多 50 个字符')
    expect(failureText('en', { ...refused, body: { ...body, Word: 'toString' } })).toBe(
      'This input cannot be used',
    )
  })

  it('outside the table is the code followed by "server error"', () => {
    expect(codeText('en', '1234', undefined)).toBe('1234 Server error')
    expect(codeText('zh-cn', '1234', undefined)).toBe('1234 服务器错误')
  })
})

describe('the language', () => {
  it.each([
    ['zh-cn', ['en-US'], 'zh-cn'],
    ['en', ['zh-CN'], 'en'],
    ['auto', ['zh-TW', 'en'], 'zh-cn'],
    ['auto', ['de-DE', 'zh'], 'zh-cn'],
    ['auto', ['EN-GB'], 'en'],
    ['auto', ['de', 'fr'], 'en'],
    ['auto', ['zha'], 'en'],
    ['auto', [], 'en'],
  ] as const)('chosen as %s in a browser of %j is %s', (mode, browser, language) => {
    expect(languageFor(mode, browser)).toBe(language)
  })
})
