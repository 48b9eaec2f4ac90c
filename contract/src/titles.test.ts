import { expect, it } from 'vitest'

import { CALLS } from './catalogue.ts'
import { OBJECT_KINDS, objectKindsIn, objectsIn } from './ids.ts'
import { auditedActions, LET_IN, titleOf } from './titles.ts'

const IDS = { region: 'region', device: 'CAM-00000001', account: 'account', role: 'role', picture: 'picture' }

it.each(CALLS.map((call) => [call.path, call] as const))(
  '%s has a title in both languages and an example that it takes',
  (_path, { title, body, example }) => {
    expect(title.en).toMatch(/^[A-Z][^.]{3,59}$/)
    expect(title['zh-cn']).toMatch(/^[A-Z\u4e00-\u9fff、]{2,20}$/)
    const kinds = objectsIn(body, body.parse(example(IDS))).map(({ kind }) => kind)
    expect(OBJECT_KINDS.filter((kind) => kinds.includes(kind))).toEqual(
      OBJECT_KINDS.filter((kind) => objectKindsIn(body).has(kind)),
    )
  },
)

it('calls that share a title in one language share it in the other', () => {
  const pairs = new Set(CALLS.map(({ title }) => `${title.en} | ${title['zh-cn']}`))
  expect(new Set(CALLS.map(({ title }) => title.en)).size).toBe(pairs.size)
  expect(new Set(CALLS.map(({ title }) => title['zh-cn'])).size).toBe(pairs.size)
})

it('a path of another version is its own title', () => {
  expect(titleOf('/vms/user/logout', 'en')).toBe('Log out')
  expect(titleOf(LET_IN.path, 'zh-cn')).toBe(LET_IN.title['zh-cn'])
  for (const path of ['/vms/gone/call', '/vms/toString', 'constructor'])
    expect(titleOf(path, 'en')).toBe(path)
})

it('a second factor is called what the screens call it', () => {
  const titles = CALLS.filter(({ path }) => /twoFactor|endSecondFactor$/.test(path)).map(({ title }) => title)
  expect(titles.length).toBeGreaterThan(4)
  for (const title of titles) {
    expect(title.en.toLowerCase()).toContain('two-step verification')
    expect(title['zh-cn']).toContain('两步验证')
  }
})

it('every action that is on record is offered once', () => {
  const offered = auditedActions('en')
  expect(new Set(offered.map(({ title }) => title)).size).toBe(offered.length)
  expect(offered.flatMap(({ paths }) => paths).toSorted()).toEqual(
    [
      LET_IN.path,
      ...CALLS.filter((it) => it.effect !== 'reads' || it.audits).map(({ path }) => path),
    ].toSorted(),
  )
  expect(offered.find(({ title }) => title === 'Log in')?.paths).toContain('/vms/user/loginNewPassword')
})
