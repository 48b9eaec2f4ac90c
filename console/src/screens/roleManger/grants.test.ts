import { permissionSet } from '@vedette/contract/catalogue'
import { PermissionInput } from '@vedette/contract/calls/role'
import { describe, expect, it } from 'vitest'

import { checkStates, withChecked } from '../../ui/tree/tree-checks.ts'
import { isGrant, nameKeyOf } from '../../ui/grant-names.ts'
import { grantNodes, partsOf, tickedIn } from '../../ui/grant-tree.ts'
import { grantsOf, permissionsOf, settled } from './grants.ts'

const nodes = grantNodes(
  'basic',
  () => true,
  (grant) => grant,
  'pending',
)

function tick(grants: ReadonlySet<string>, key: string, isOn: boolean): Set<string> {
  return settled(grants, withChecked(nodes, tickedIn(nodes, grants), key, isOn))
}

it('the editor has a tab for each variant of the build, with the pages that it brings', () => {
  expect(partsOf(['base'])).toEqual(['basic'])
  expect(partsOf(['base', 'telecom'])).toEqual(['basic', 'telecom'])
  expect(partsOf(['base', 'community', 'telecom'])).toEqual(['basic', 'community', 'telecom'])
  const grantsIn = (tab: 'community' | 'telecom') =>
    grantNodes(
      tab,
      () => true,
      (grant) => grant,
      'pending',
    )
  expect(JSON.stringify(grantsIn('telecom'))).toContain('AIOT_Mini')
  expect(JSON.stringify(grantsIn('telecom'))).not.toContain('resident')
  expect(JSON.stringify(grantsIn('community'))).toContain('resident')
  expect(JSON.stringify(nodes)).not.toMatch(/AIOT_Mini|resident/)
})

describe('the ticks of a role', () => {
  it('a feature takes its page along; a page that goes takes its features', () => {
    const some = tick(new Set(), 'deviceManger.edit', true)
    expect([...some].toSorted()).toEqual(['deviceManger', 'deviceManger.edit'])
    const states = checkStates(nodes, tickedIn(nodes, some))
    expect(states.get('branch:deviceManger')).toBe('mixed')
    expect([...tick(some, 'deviceManger', false)]).toEqual([])
    expect([...tick(some, 'deviceManger.edit', false)]).toEqual(['deviceManger'])
  })

  it('a branch ticks all below it, folders too', () => {
    const all = tick(new Set(), 'branch:systemManger', true)
    expect(all.has('accountManger.resetPassword')).toBe(true)
    expect(all.has('albumManager')).toBe(true)
    expect(all.has('deviceMap')).toBe(false)
    expect(checkStates(nodes, tickedIn(nodes, all)).get('branch:systemManger')).toBe('checked')
  })

  it('become entries and come back, the folder in a group of its own', () => {
    const full = grantsOf(JSON.stringify(permissionSet(['community', 'telecom'])))
    expect([...full].every(isGrant)).toBe(true)
    const entries = permissionsOf(full)
    expect(PermissionInput.parse(entries)).toHaveLength(entries.length)
    const group = entries.find((it) => 'folder' in it)
    expect(group).toMatchObject({ folderName: 'systemManger', folder: true })
    const flat = entries.flatMap((it) => ('folder' in it ? it.children : [it]))
    expect(grantsOf(JSON.stringify(flat))).toEqual(full)
    expect(flat.find((it) => it.pageKey === 'replay')).toMatchObject({ collapse: true, check: true })
  })

  it('every grant has a name in both languages', () => {
    const all = [...grantsOf(JSON.stringify(permissionSet(['community', 'telecom'])))].filter(isGrant)
    expect(all.map(nameKeyOf).filter((key) => !/^(page|roles)\./.test(key))).toEqual([])
  })
})
