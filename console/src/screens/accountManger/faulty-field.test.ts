import { expect, it } from 'vitest'

import { faultyFieldOf } from './faulty-field.ts'

it.each([
  ['accountExists', {}, 'Account'],
  ['phoneExists', {}, 'Phone'],
  ['beyondOwnRights', { Missing: ['replay', 'deviceManger.add'] }, 'RoleID'],
  ['beyondOwnRights', { Missing: [] }, 'RoleID'],
  ['beyondOwnRights', { Missing: ['AllRegions'] }, 'GIDs'],
  ['beyondOwnRights', { Missing: ['Future'] }, 'GIDs'],
  ['badInput', { Field: 'Email', Reason: 'is none' }, 'Email'],
  ['lastAdministrator', {}, ''],
] as const)('the refusal %s %j is shown at the field %j', (reason, body, field) => {
  expect(faultyFieldOf({ reason, body })).toBe(field)
})
