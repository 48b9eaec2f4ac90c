import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { wordsViolation } from './words.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test.each([
  ['* Of the accounts that it makes. ', 'a comment is a sentence: do not begin with "Of"'],
  [' Of luma four blocks, of chroma one.', 'a comment is a sentence: do not begin with "Of"'],
  ['*\n * Answers how to stop listening.\n ', 'write "Returns"'],
  [' Gone with whoever asked.', 'plain words instead of "whoever"'],
  [' A token that is none is refused.', 'plain words instead of "that is none"'],
])('the comment "%s" is refused', (comment, message) => {
  expect(wordsViolation(comment)).toBe(message)
})

test.each([
  '* Returns how to stop listening. ',
  ' Offline since the last report.',
  ' A copy of the list.',
  ' The server answers 401.',
])('the comment "%s" is allowed', (comment) => {
  expect(wordsViolation(comment)).toBeUndefined()
})

test('the linter itself turns red on such a comment', () => {
  const folder = mkdtempSync(join(ROOT, 'contract', 'src', 'red-'))
  try {
    const file = join(folder, 'red.ts')
    writeFileSync(file, '/** Of the accounts that it makes. */\nexport const y = 1\n')
    const run = spawnSync(join(ROOT, 'node_modules', '.bin', 'oxlint'), [file], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(run.stdout + run.stderr).toContain('do not begin with "Of"')
    expect(run.status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
