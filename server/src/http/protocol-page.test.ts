/** The calls that docs/protocol.md speaks of exist, and each call has a test besides the isolation matrix. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { CALLS } from '@vedette/contract/catalogue'
import { SOCKET_PATH } from '@vedette/contract/push'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')

it('docs/protocol.md names no call that is gone', async () => {
  const named = [...(await read('docs/protocol.md')).matchAll(/`(?:[A-Z]+ )?(\/vms\/[\w/]+)`/g)].map(
    ([, path]) => path,
  )
  const known = [SOCKET_PATH, ...CALLS.map(({ path }) => path)]
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !known.some((it) => it === path))).toEqual([])
})

it('each call is named by a test of the server or by a story', async () => {
  const files = globSync(['server/src/**/*.test.ts', 'e2e/src/**/*.ts'], { cwd: ROOT })
  const tests = await Promise.all(files.filter((it) => !it.endsWith('isolation.test.ts')).map(read))
  const words = new Set(tests.flatMap((text) => text.match(/[\w/]+/g) ?? []))
  const calls = await Promise.all(
    globSync('contract/src/calls/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).map(
      async (file): Promise<object> => import(join(ROOT, file)),
    ),
  )
  const untested = calls
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) =>
      // What a signed address asks for is fetched by the address that a call answered.
      CALLS.some(
        (call) => call === value && call.transport !== 'url' && !words.has(call.path) && !words.has(name),
      ),
    )
  expect(untested.map(([name]) => name)).toEqual([])
})
