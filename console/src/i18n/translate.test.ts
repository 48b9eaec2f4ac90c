import { globSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import type { Entry } from './entry.ts'
import { languageFor } from './language.ts'
import './reasons.ts'
import * as sections from './sections.ts'
import { addSections, codeText, failureText, sorterIn, translate } from './translate.ts'

addSections(sections)

const entries = Object.entries(sections).flatMap(([section, texts]) =>
  Object.entries<Entry>(texts).map(([key, entry]) => [`${section}.${key}`, entry] as const),
)

function parametersOf(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)(?:\|[^{}]*)?\}/g)].map(([, name = '']) => name)
  return [...new Set(names)].toSorted()
}

/** What a number stands in. */
const COUNTS =
  /^(?:n|count|total|days|windows|size|done|good|kept|refused|attempts?|channels|devices|rows|houses|residents|vehicles|photos)$/
/** Words that end as plurals do, and are none. */
const NO_PLURALS = /^(?:is|has|was|this|its|as|does|less|s|ms|fps|address|status)$/

/** A number followed by a word in the plural that does not follow the number. */
function fixedPlurals(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\} (?:of \{\w+\} )?(?:more |other |new )?([A-Za-z-]+s|have|are|were)\b/g)]
    .filter(([, name = '', word = '']) => COUNTS.test(name) && !NO_PLURALS.test(word))
    .map(([found]) => found)
}

/** Names of what is counted. */
const COUNTED = String.raw`(?:\w+\.)*(?:count|\w*Count|total|\w*Total|online|channels|length|MOST_COUNTED)`
const RAW_NUMBERS = [
  // Put into a text of the catalogue.
  /\bt\(\s*'[\w.]+',\s*\{[^{}]*(?:String\(|\.toString\(|toFixed\()[^\n]*/g,
  // Made a text that is shown.
  new RegExp(String.raw`\b(?:end|note|label|text): String\(\w+\)`, 'g'),
  new RegExp(String.raw`\`(?:[^\`$]*[+·])?[^\`$\d]*\$\{${COUNTED}(?: - \w+)?\}[^\`\d]*\``, 'g'),
  // Shown by itself.
  new RegExp(String.raw`(?<=>|^\s*|/)\{(?:${COUNTED}|counts?\.get\(\w+\)(?: \?\? 0)?)\}`, 'gm'),
]

function rawNumbers(source: string): string[] {
  return RAW_NUMBERS.flatMap((wrong) => [...source.matchAll(wrong)].map(([found]) => found.trim()))
}

describe('the catalogue', () => {
  it.each(entries)('%s says something in both languages, with the same parameters', (_key, { en, zh }) => {
    expect(en.trim()).not.toBe('')
    expect(zh.trim()).not.toBe('')
    expect(parametersOf(zh)).toEqual(parametersOf(en))
  })

  it.each(entries)('%s has both forms of a word that goes with a number', (_key, { en, zh }) => {
    expect(fixedPlurals(en)).toEqual([])
    // Chinese has one.
    expect(zh).not.toContain('|')
  })

  it('would be told of a plural without its forms', () => {
    expect(fixedPlurals('Delete {count} devices?')).toEqual(['{count} devices'])
    expect(fixedPlurals('{done} of {count} accounts')).toEqual(['{done} of {count} accounts'])
    expect(fixedPlurals('{count} {count|device|devices}, {name} is, {seconds} s')).toEqual([])
  })

  it('lets words follow their numbers, and writes numbers as the language does', () => {
    const removed = (count: number): string => translate('en', 'devices.removed', { count })
    expect([1, 2, 0, 12_345].map(removed)).toEqual([
      '1 device deleted',
      '2 devices deleted',
      '0 devices deleted',
      '12,345 devices deleted',
    ])
    expect(translate('zh-cn', 'devices.removed', { count: 12_345 })).toBe('已删除 12,345 台设备')
    const [width, height] = [3840, 2160]
    expect(translate('en', 'devices.stream', { codec: 'H.264', width, height, rate: 25 })).toContain(
      '3840 × 2160',
    )
  })

  it('no number is made a text before it is put in, and none stands on a page as it is', () => {
    const root = `${import.meta.dirname}/..`
    const files = globSync('{app,map,screens,ui,player}/**/*.{ts,tsx}', { cwd: root })
    const found = files
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => {
        const raw = rawNumbers(readFileSync(`${root}/${file}`, 'utf8'))
        return raw.map((it) => `${file}: ${it}`)
      })
    expect(found).toEqual([])
  })

  it('would be told of a number that is not written as the language does', () => {
    const raw = [
      "t('ui.total', { total: String(count) })",
      'end: String(count)',
      'note: String(DeviceCount),',
      'const rest = ` +${others.length}`',
      'return `${MOST_COUNTED}+`',
      '<b>{counts.get(type) ?? 0}</b>',
      '  {item.online}/{item.total}',
      '  {item.channels}',
    ]
    expect(raw.filter((it) => rawNumbers(it).length === 0)).toEqual([])
    const right = [
      "<b>{t('ui.number', { value: count })}</b>",
      '`0 0 ${values.length} 1`',
      '{rows.length > 0 && (',
    ]
    expect(right.flatMap(rawNumbers)).toEqual([])
  })

  it('sorts by the language, and numbers by their value', () => {
    expect(['Gate 10', 'Gate 9', 'gate 2'].toSorted(sorterIn('en'))).toEqual(['gate 2', 'Gate 9', 'Gate 10'])
    expect(['正门', '北门', '停车场'].toSorted(sorterIn('zh-cn'))).toEqual(['北门', '停车场', '正门'])
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

  it.each([
    [['pl-PL', 'en'], 'pl'],
    [['pt-BR'], 'pt-br'],
    [['pt-PT', 'pl'], 'pl'],
  ])('may be one that was added: a browser of %j has %s', (browser, language) => {
    expect(languageFor('auto', browser, ['zh-cn', 'en', 'pl', 'pt-br', 'auto'])).toBe(language)
  })
})
