import { z } from 'zod'
import { expect, test } from 'vitest'

import { CALLS, permissionSet } from './catalogue.ts'
import { CODES, nameOfCode } from './codes.ts'
import { isSuccess, readAnswer, requestIds } from './envelope.ts'
import { DID, GID, objectKindsIn, objectsIn } from './ids.ts'
import { PAGE_KEYS, pageOfGrant, pagesOf } from './pages.ts'

test('every call has a path of its own', () => {
  expect(new Set(CALLS.map((call) => call.path)).size).toBe(CALLS.length)
  expect(CALLS.length).toBeGreaterThan(5)
})

test('every call that is neither public nor for the session can be granted', () => {
  for (const call of CALLS) {
    if (typeof call.access === 'string') continue
    for (const grant of call.access) expect(PAGE_KEYS).toContain(pageOfGrant(grant))
  }
})

test('the full set lists, for each page, the calls that name it and no others', () => {
  const live = permissionSet(['base']).find((entry) => entry.pageKey === 'realTimeVideo')
  expect(live?.apis).toContain('/vms/device/deviceList')
  expect(live?.apis).not.toContain('/vms/device/addByAddress')
  const devices = permissionSet(['base']).find((entry) => entry.pageKey === 'deviceManger')
  expect(devices?.feature.find((feature) => feature.key === 'add')?.apis).toContain(
    '/vms/device/addByAddress',
  )
})

test('community and telecom pages are there only where their variant is on', () => {
  expect(pagesOf(['base'])).not.toContain('resident')
  expect(pagesOf(['base', 'community'])).toContain('resident')
  expect(pagesOf(['base'])).not.toContain('AIOT_Mini')
  expect(pagesOf(['base', 'telecom'])).toContain('AIOT_Mini')
})

test('every code stands once and has both texts', () => {
  const codes = Object.values(CODES)
  expect(new Set(codes.map((it) => it.code)).size).toBe(codes.length)
  for (const { code, zh, en } of codes) {
    expect(zh).toMatch(/[\u4e00-\u9fff]/)
    expect(en).not.toBe('')
    expect(nameOfCode(code)).toBeDefined()
  }
  expect(nameOfCode('9999')).toBeUndefined()
  expect(nameOfCode('toString')).toBeUndefined()
})

test('objects are found however deep they stand', () => {
  const schema = z.object({
    List: z.array(z.object({ DID, Note: z.string() })),
    Target: z.object({ GID: GID.optional() }).nullable(),
    Map: z.record(z.string(), DID),
  })
  const body = {
    List: [
      { DID: 'CAM-0000001', Note: 'CAM-9999999' },
      { DID: 'CAM-0000001', Note: '' },
    ],
    Target: { GID: 'g1' },
    Map: { a: 'CAM-0000002' },
  }
  expect(objectsIn(schema, body)).toEqual([
    { kind: 'device', id: 'CAM-0000001' },
    { kind: 'region', id: 'g1' },
    { kind: 'device', id: 'CAM-0000002' },
  ])
  expect(objectKindsIn(schema)).toEqual(new Set(['device', 'region']))
})

test('an answer is read in every spelling, anything else is none', () => {
  for (const json of [{ CODE: '200' }, { Code: 200 }, { code: 0 }, { CODE: '0' }])
    expect(isSuccess(readAnswer(json)?.CODE ?? '')).toBe(true)
  for (const json of [null, 'x', {}, { CODE: {} }]) expect(readAnswer(json)).toBeUndefined()
})

test('request ids never repeat until all 100,000 are used, then start over', () => {
  const next = requestIds(() => 0.5)
  const ids = new Set(Array.from({ length: 100_000 }, next))
  expect(ids.size).toBe(100_000)
  expect(ids.has(next())).toBe(true)
  expect(Math.min(...[...ids].map(Number))).toBe(1)
  expect([...ids].reduce((max, id) => Math.max(max, Number(id)), 0)).toBe(100_000)
})

test('the paths of a page are those of all calls that it admits to, and of those that are listed for it', () => {
  for (const { pageKey, apis, feature } of permissionSet(['base', 'community', 'telecom'])) {
    const paths = (grant: string) =>
      CALLS.filter(({ access, listedFor }) =>
        listedFor ? listedFor === grant : typeof access !== 'string' && access.some((it) => it === grant),
      ).map(({ path }) => path)
    expect(apis).toEqual(paths(pageKey))
    for (const { key, apis: own } of feature) expect(own).toEqual(paths(`${pageKey}.${key}`))
  }
  expect(CALLS.some(({ listedFor }) => listedFor)).toBe(true)
})
