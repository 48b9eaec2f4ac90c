import { permissionEntry, permissionSet } from '@vedette/contract/catalogue'
import { expect, it } from 'vitest'

import { correctedPermissions } from './permission-sync.ts'

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
