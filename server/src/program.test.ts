import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { madeProgram, programListIn, programsIn, sourceLine } from './program.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vedette-program-'))
  mkdirSync(programsIn(root), { recursive: true })
  for (const name of ['one.ts', 'two.ts']) writeFileSync(join(root, name), 'export {}')
})
afterEach(() => rmSync(root, { recursive: true }))

const made = (): void =>
  writeFileSync(
    programListIn(root),
    ['folder', ...['one.ts', 'two.ts'].map((it) => sourceLine(root, it))].join('\n'),
  )

it('is run where it was made of the sources that are there', () => {
  expect(madeProgram(root)).toBeUndefined()
  made()
  expect(madeProgram(root)).toBe(join(programsIn(root), 'folder'))
})

it('is not run once a source is longer, another by its time, or gone', () => {
  made()
  writeFileSync(join(root, 'two.ts'), 'export const two = 2')
  expect(madeProgram(root)).toBeUndefined()
  made()
  expect(madeProgram(root)).toBeDefined()
  utimesSync(join(root, 'one.ts'), 1, 1)
  expect(madeProgram(root)).toBeUndefined()
  made()
  rmSync(join(root, 'one.ts'))
  expect(madeProgram(root)).toBeUndefined()
})
