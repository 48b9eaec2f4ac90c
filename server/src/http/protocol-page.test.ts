/** What docs/protocol.md says of the calls is what the contract declares. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Call } from '@vedette/contract/call'
import { CALLS } from '@vedette/contract/catalogue'
import { SOCKET_PATH } from '@vedette/contract/push'
import { expect, it } from 'vitest'
import { z } from 'zod'

const CALLS_FOLDER = join(import.meta.dirname, '../../../contract/src/calls')
const page = await readFile(join(import.meta.dirname, '../../../docs/protocol.md'), 'utf8')

/** Path, who may, BODY, reply. */
const rows = [...page.matchAll(/^\| `(\/vms\/[\w/]+)`(.*)$/gm)].map(([, path = '', rest = '']) => ({
  path,
  cells: rest.split('|').map((cell) => cell.trim()),
}))

const wordsIn = (text: string | undefined): string[] => (text ?? '').match(/[\w.-]+/g) ?? []

function keysOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) return keysOf(schema.element)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, child]) =>
    // A tree's nodes hold trees.
    key === 'Childs' || !(child instanceof z.ZodType) ? [key] : [key, ...keysOf(child)],
  )
}

it('has a row for every call, once, and none for a call that is gone', () => {
  expect(rows.map(({ path }) => path).toSorted()).toEqual(CALLS.map(({ path }) => path).toSorted())
  const named = [...page.matchAll(/`(\/vms\/[\w/]+)`/g)].map(([, path]) => path)
  expect(named.filter((path) => path !== SOCKET_PATH && !CALLS.some((call) => call.path === path))).toEqual(
    [],
  )
})

it.each(CALLS.map((call): [string, Call] => [call.path, call]))(
  'says of %s who may, what goes in and what comes out',
  (path, call) => {
    const [method, access, body, reply] = rows.find((row) => row.path === path)?.cells ?? []
    expect(wordsIn(method)).toEqual(
      call.transport !== 'http' ? [call.transport] : call.method === 'GET' ? ['GET'] : [],
    )
    expect(wordsIn(access)).toEqual([call.access].flat())
    expect(wordsIn(body)).toEqual(expect.arrayContaining(keysOf(call.body)))
    expect(wordsIn(reply)).toEqual(expect.arrayContaining(keysOf(call.reply)))
  },
)

/** Under which a test imports the call. */
const names = new Map<string, string>()
for (const file of await readdir(CALLS_FOLDER)) {
  const text = await readFile(join(CALLS_FOLDER, file), 'utf8')
  for (const [, name = '', path = ''] of text.matchAll(/export const (\w+) = call\('([^']+)'/g))
    names.set(path, name)
}

const shown = [...page.matchAll(/^\| `(server\/[\w/-]+\.test\.ts)` \|(.*)$/gm)].flatMap(
  ([, file = '', calls = '']) =>
    [...calls.matchAll(/`([\w/]+)`/g)].map(([, path = '']) => ({ path: `/vms/${path}`, file })),
)

it('names for each call about devices and regions the test that sees its effect, which names it too', async () => {
  const wanted = CALLS.filter(({ path }) => /^\/vms\/(?:device|group)\//.test(path)).map(({ path }) => path)
  expect(shown.map(({ path }) => path)).toEqual(expect.arrayContaining(wanted))
  for (const { path, file } of shown) {
    const test = await readFile(join(import.meta.dirname, '../../..', file), 'utf8')
    expect(test.includes(names.get(path) ?? 'no such call'), `${file} names ${path}`).toBe(true)
  }
})
