import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, it } from 'vitest'

import { citedIn, rulesOf } from './cited-rules.ts'

it('reads single numbers and lists, and leaves sections of standards alone', () => {
  const source =
    '/** Sections 4, 7 and 9, readings 7 and 32. */\n// RFC 3550 section 6\n// Section 5 of the form.'
  expect(citedIn(source)).toEqual({ sections: [4, 7, 9, 5], readings: [7, 32] })
})

it('finds every number of the page', () => {
  const page = readFileSync(join(resolve(import.meta.dirname, '..'), 'docs/rules.md'), 'utf8')
  const { sections, readings } = rulesOf(page)
  expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(readings).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
})
