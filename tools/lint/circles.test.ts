import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { circlesIn, importsOf } from './circles.ts'

const ROOT = resolve(import.meta.dirname, '../..')

function circlesOf(sources: Record<string, string>): string[][] {
  return circlesIn(importsOf(Object.keys(sources), (file) => sources[file] ?? ''))
}

test.each([
  ['two files', { 'a/one.ts': "import { x } from './two.ts'", 'a/two.ts': "export * from './one.ts'" }],
  [
    'types alone',
    { 'a/one.ts': "import type {\n  X,\n} from './two.ts'", 'a/two.ts': "import type { Y } from './one.ts'" },
  ],
  [
    'a file that is fetched later',
    { 'a/one.ts': "const it = await import('./two.ts')", 'a/two.ts': "import { y } from './one.ts'" },
  ],
])('%s that reach each other are a circle', (_name, sources) => {
  expect(circlesOf({ ...sources, 'a/three.ts': "import { x } from './one.ts'" })).toEqual([
    ['a/one.ts', 'a/two.ts'],
  ])
})

test('what two files use alike is none', () => {
  const uses = "import { x } from './both.ts'"
  expect(circlesOf({ 'a/one.ts': `${uses}\nimport './two.ts'`, 'a/two.ts': uses, 'a/both.ts': '' })).toEqual(
    [],
  )
})

test('no circle in this repository', () => {
  const files = globSync(
    '{contract,media,vision,devices,simulator,server,console,e2e,bench,tools}/**/*.{ts,tsx}',
    {
      cwd: ROOT,
      // `red-…`: what the linter's own tests put there for a moment.
      exclude: (path) => /(^|\/)(node_modules|dist|red-\w+)$/.test(path),
    },
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(circlesIn(importsOf(files, (file) => readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
