/** A third language is one file: the compiler wants all of it and nothing else, and its texts take the same values. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, it } from 'vitest'

import { type EnglishPack, englishPack, languageFile } from './english-pack.ts'
import { fill, pluralFormsOf } from './fill.ts'
import { FURTHER_LANGUAGES } from './languages.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** What the compiler says of these files, a line each that names its file. */
function compiled(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-language-'))
  try {
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source)
    const settings = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, composite: false, incremental: false, types: [] },
      files: Object.keys(files),
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const asked = [tsc, '-p', folder, '--pretty', 'false']
    const { stdout } = spawnSync(process.execPath, asked, { cwd: folder, encoding: 'utf8' })
    return stdout.split('\n').filter((line) => /^\S*\.ts\(/.test(line) && !line.startsWith('..'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function spoiled(spoil: (pack: EnglishPack) => void): string {
  const pack = englishPack()
  spoil(pack)
  return languageFile(pack, join(ROOT, 'console/src/i18n/languages.ts'))
}

it('the compiler finds a text that is missing in a language, and one that nobody asks for', () => {
  const files = {
    'complete.ts': spoiled(() => {}),
    'without-text.ts': spoiled(({ texts }) => delete texts['login']?.['password']),
    'without-section.ts': spoiled(({ texts }) => delete texts['map']),
    'without-code.ts': spoiled(({ codes }) => delete codes['noPermission']),
    'without-reason.ts': spoiled(({ reasons }) => delete reasons['tooLong']),
    'without-action.ts': spoiled(({ actions }) => delete actions['moveGroup']),
    'surplus-text.ts': spoiled(({ texts }) => Object.assign(texts['login'] ?? {}, { invented: 'Invented' })),
  }
  const told = Object.groupBy(compiled(files), (line) => /^[^(]+/.exec(line)?.[0] ?? '')
  expect(Object.keys(told).toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'complete.ts')
      .toSorted(),
  )
  for (const [name, key] of [
    ['without-text.ts', 'password'],
    ['without-section.ts', 'map'],
    ['without-code.ts', 'noPermission'],
    ['without-reason.ts', 'tooLong'],
    ['without-action.ts', 'moveGroup'],
    ['surplus-text.ts', 'invented'],
  ] as const)
    expect(told[name]?.join('\n')).toContain(key)
})

/** What the types do not see: empty texts, values that a text lacks or invents, and words with a wrong number of forms. */
function faultsIn(language: string, { texts, codes, reasons, actions }: EnglishPack): string[] {
  const english = englishPack()
  const forms = pluralFormsOf(language).length
  const faultsOf = (where: string, own: Readonly<Record<string, string>>, same: Record<string, string>) =>
    Object.entries(own).flatMap(([key, text]) => {
      const marks = [...text.matchAll(/\{(\w+)((?:\|[^|{}]*)*)\}/g)]
      const isRight =
        text.trim() !== '' &&
        String(valuesIn(text)) === String(valuesIn(same[key] ?? '')) &&
        marks.every(([, , words = '']) => words === '' || words.split('|').length - 1 === forms)
      return isRight ? [] : [`${where}.${key}`]
    })
  return [
    ...Object.entries(texts).flatMap(([name, section]) => faultsOf(name, section, english.texts[name] ?? {})),
    ...faultsOf('codes', codes, english.codes),
    ...faultsOf('reasons', reasons, english.reasons),
    ...faultsOf('actions', actions, english.actions),
  ]
}

function valuesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?:\|[^{}]*)?\}/g)].map(([, name = '']) => name))].toSorted()
}

it('every language that was added says something everywhere, with the same values and all forms of a word', async () => {
  for (const [language, load] of Object.entries(FURTHER_LANGUAGES))
    expect([language, faultsIn(language, (await load()).default)]).toEqual([language, []])
})

it('would be told of an empty text, a forgotten value and a word with too few forms', () => {
  expect(faultsIn('en', englishPack())).toEqual([])
  const pack = englishPack()
  Object.assign(pack.texts['login'] ?? {}, { password: ' ', wait: 'Try again' })
  Object.assign(pack.reasons, { tooLong: 'At most {Least}' })
  expect(faultsIn('en', pack).toSorted()).toEqual(['login.password', 'login.wait', 'reasons.tooLong'])
  expect(faultsIn('pl', englishPack())).toContain('live.channels')
})

it('numbers and plurals are those of the language', () => {
  const cameras = (count: number): string =>
    fill('pl', '{count} {count|kamera|kamery|kamer|kamery}', { count }).replaceAll(/\s/g, ' ')
  expect([1, 2, 5, 22, 12_345, 1.5].map(cameras)).toEqual([
    '1 kamera',
    '2 kamery',
    '5 kamer',
    '22 kamery',
    '12 345 kamer',
    '1,5 kamery',
  ])
})

it('the two languages that need no rules of the browser count and write numbers as it does', () => {
  const counts = [0, 1, 1.5, 2, -1, 5, 999, 1234, 9999, 10_000, 12_345, 0.125]
  for (const [language, words] of [
    ['en', ['one', 'other']],
    ['zh-cn', ['other']],
  ] as const) {
    const [rules, numbers] = [
      new Intl.PluralRules(language),
      new Intl.NumberFormat(language, { useGrouping: 'min2' }),
    ]
    expect(pluralFormsOf(language)).toEqual(words)
    expect(counts.map((count) => fill(language, `{count} {count|${words.join('|')}}`, { count }))).toEqual(
      counts.map((count) => `${numbers.format(count)} ${rules.select(count)}`),
    )
  }
})
