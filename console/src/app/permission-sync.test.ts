import { permissionEntry, permissionSet } from '@vedette/contract/catalogue'
import { expect, it } from 'vitest'

import { correctedPermissions } from './permission-sync.ts'
import { isOther } from './stored-rights.ts'

const FULL = JSON.stringify(permissionSet(['base']))
const clerk = (permissions: unknown) => ({ RoleStatus: 0, Permissions: JSON.stringify(permissions) })

it("a full administrator's list becomes the catalogue wherever it differs", () => {
  const administrator = { RoleStatus: 1, Permissions: FULL }
  expect(correctedPermissions(administrator, ['base'])).toBeUndefined()
  expect(correctedPermissions(administrator, ['base', 'community'])).toHaveLength(
    permissionSet(['base', 'community']).length,
  )
  for (const Permissions of ['', '[]', '{', FULL.replace('/vms/device/deviceList', '/vms/device/gone')])
    expect(correctedPermissions({ RoleStatus: 1, Permissions }, ['base'])).toEqual(permissionSet(['base']))
})

it('the list of others gets the paths of the catalogue, and neither gains nor loses what it grants', () => {
  const right = permissionEntry('deviceManger', ['edit'])
  expect(correctedPermissions(clerk([right]), ['base'])).toBeUndefined()
  expect(correctedPermissions(clerk([{ ...right, apis: [] }]), ['base'])).toEqual([right])
  const odd = [
    { pageKey: 'deviceManger', feature: [{ key: 'edit' }, { key: 'toString' }] },
    { pageKey: '__proto__' },
  ]
  expect(correctedPermissions(clerk(odd), ['base'])).toEqual([right])
  expect(correctedPermissions(clerk([]), ['base'])).toBeUndefined()
})

it('other rights are told from another spelling of the same ones', () => {
  const known = { Role: 'clerks', ...clerk([permissionEntry('deviceManger', ['edit', 'add'])]) }
  const spelt = [{ pageKey: 'deviceManger', feature: [{ key: 'add' }, { key: 'edit' }] }]
  expect(isOther(known, { ...known, ...clerk(spelt) })).toBe(false)
  expect(isOther(known, { ...known, ...clerk([permissionEntry('deviceManger', ['edit'])]) })).toBe(true)
  expect(isOther(known, { ...known, ...clerk([...spelt, { pageKey: 'replay' }]) })).toBe(true)
  expect(isOther(known, { ...known, Role: 'guards' })).toBe(true)
  const full = { Role: 'clerks', RoleStatus: 1, Permissions: FULL }
  expect(isOther(known, full)).toBe(true)
  expect(isOther(full, { ...full, Permissions: '[]' })).toBe(false)
})
