import { expect, test } from 'vitest'
import { z } from 'zod'

import { call, Empty, listOf, Paging } from './call.ts'

test('a call that says nothing else is posted, changes something and may toast', () => {
  const title = { en: 'Try it', 'zh-cn': '试一试' }
  const declared = { title, access: 'session', body: Empty, reply: Empty, example: () => ({}) } as const
  expect(call('/vms/x/y', declared)).toEqual({
    path: '/vms/x/y',
    method: 'POST',
    transport: 'http',
    effect: 'changes',
    success: '200',
    isQuiet: false,
    refusals: [],
    ...declared,
  })
  const other = { method: 'GET', transport: 'url', effect: 'reads', success: '0', isQuiet: true } as const
  expect(call('/vms/x/y', { ...declared, ...other })).toEqual({
    path: '/vms/x/y',
    refusals: [],
    ...declared,
    ...other,
  })
})

test('a list is asked for by pages from 1, of 10 unless it is said', () => {
  const Pages = z.object(Paging)
  expect(Pages.parse({})).toEqual({ Page: 1, PageSize: 10 })
  for (const good of [
    { Page: 1, PageSize: 1 },
    { Page: 1_000_000, PageSize: 9999 },
  ])
    expect(Pages.parse(good)).toEqual(good)
  for (const bad of [{ Page: 0 }, { Page: 1_000_001 }, { PageSize: 0 }, { PageSize: 10_000 }, { Page: 1.5 }])
    expect(Pages.safeParse(bad).success).toBe(false)
})

test('a list answers how many there are and some of them', () => {
  const List = listOf(z.string())
  expect(List.parse({ Total: 5, List: ['a'] })).toEqual({ Total: 5, List: ['a'] })
  for (const bad of [{ Total: 5 }, { List: [] }, { Total: 5, List: [1] }, { Total: 0.5, List: [] }])
    expect(List.safeParse(bad).success).toBe(false)
})
