import { PAGES, pagesOf } from '@vedette/contract/pages'
import { describe, expect, it } from 'vitest'

import { holds } from './authorize.ts'
import { includesRegion } from './principal.ts'
import { lacking, rightsOfRole } from './rights.ts'

const role = (permissions: object, role_status = 0) => ({
  role_status,
  permissions: JSON.stringify(permissions),
})

/** Turns them into plain arrays, which are easier to read. */
const told = (rights: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...rights].map(([page, features]) => [page, [...features]])

describe('the rights of a role', () => {
  it('are what it stores, as far as the catalogue and the variants know it', () => {
    const stored = role({
      deviceManger: ['delete', 'add', 'nonsense', 'toString'],
      replay: [],
      resident: ['add'],
      AIOT_Mini: [],
      toString: ['add'],
      nonsense: [],
    })
    const base = [
      ['deviceManger', ['add', 'delete']],
      ['replay', []],
    ]
    expect(told(rightsOfRole(stored, ['base']))).toEqual(base)
    expect(told(rightsOfRole(stored, ['base', 'community']))).toEqual([...base, ['resident', ['add']]])
    expect(told(rightsOfRole(stored, ['telecom']))).toEqual([...base, ['AIOT_Mini', []]])
  })

  it('of a full administrator are all of the active variants, whatever is stored', () => {
    for (const variants of [['base'], ['base', 'community'], ['base', 'telecom']] as const)
      expect(told(rightsOfRole(role({ replay: [] }, 1), variants))).toEqual(
        pagesOf(variants).map((page) => [page, [...PAGES[page]]]),
      )
    expect(told(rightsOfRole(role({ replay: [] }, 2), ['base']))).toEqual([['replay', []]])
  })

  it.each(['[]', '{"replay":"all"}', '{"replay":[1]}', 'x'])(
    'are none when what is stored is %s',
    (permissions) => {
      expect(() => rightsOfRole({ role_status: 0, permissions }, ['base'])).toThrow(Error)
    },
  )
})

describe('what somebody lacks of a role', () => {
  const rights = (permissions: object) => rightsOfRole(role(permissions), ['base'])
  const held = { roleStatus: 0, pages: rights({ replay: [], deviceManger: ['add', 'edit'] }) }

  it('is each page and each feature that he has not', () => {
    expect(lacking(held, 0, rights({ replay: [], deviceManger: ['edit'] }))).toEqual([])
    expect(lacking(held, 0, rights({}))).toEqual([])
    expect(
      lacking(held, 0, rights({ deviceManger: ['edit', 'delete', 'deleteAll'], roleManger: ['add'] })),
    ).toEqual(['deviceManger.delete', 'deviceManger.deleteAll', 'roleManger'])
  })

  it('is everything where the role is a full administrator and he is none', () => {
    expect(lacking(held, 1, held.pages)).toEqual(['RoleStatus'])
    expect(lacking({ ...held, roleStatus: 1 }, 1, rights({ roleManger: [] }))).toEqual([])
    expect(lacking({ roleStatus: 1, pages: new Map() }, 0, held.pages)).toEqual([])
  })
})

describe('a grant', () => {
  const pages = rightsOfRole(role({ replay: [], deviceManger: ['edit'] }), ['base'])

  it('is held with its page, and a feature only when it is held itself', () => {
    expect(holds({ pages }, 'replay')).toBe(true)
    expect(holds({ pages }, 'deviceManger')).toBe(true)
    expect(holds({ pages }, 'deviceManger.edit')).toBe(true)
    expect(holds({ pages }, 'deviceManger.add')).toBe(false)
    expect(holds({ pages }, 'alarmManger')).toBe(false)
    expect(holds({ pages }, 'alarmManger.delete')).toBe(false)
  })
})

it('a device is within regions that name its own, and without one within all alone', () => {
  const regions = new Set(['north'])
  expect(includesRegion(regions, 'north')).toBe(true)
  expect(includesRegion(regions, 'south')).toBe(false)
  expect(includesRegion(regions, null)).toBe(false)
  expect(includesRegion('all', 'south')).toBe(true)
  expect(includesRegion('all', null)).toBe(true)
})
