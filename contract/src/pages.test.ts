import { expect, test } from 'vitest'

import { isPageKey, MENU, PAGE_KEYS, pageOfGrant, PAGES, pagesOf } from './pages.ts'

const COMMUNITY = ['residentialArea', 'building', 'resident', 'vehicle']

test('the features of each page are those of reading 22', () => {
  expect(PAGES).toEqual({
    realTimeVideo: ['videoScreenshot', 'PTZ'],
    replay: [],
    deviceMap: [],
    deviceManger: expect.arrayContaining([
      'add',
      'edit',
      'update',
      'batchUpdate',
      'delete',
      'deleteAll',
      'import',
    ]),
    deviceTransfer: [],
    alarmManger: ['delete', 'deleteAll'],
    albumManager: ['downloadAll', 'deleteAll', 'delete'],
    accountManger: ['add', 'edit', 'delete', 'deleteAll', 'export', 'resetPassword', 'regionManager'],
    roleManger: ['add', 'edit', 'delete'],
    deviceFolder: [],
    systemManger: [],
    'install-maintenance': [],
    AIOT_Mini: [],
    residentialArea: ['add', 'edit', 'delete'],
    building: ['add', 'edit', 'delete'],
    resident: ['add', 'edit', 'delete', 'export', 'personalData'],
    vehicle: ['add', 'edit', 'delete', 'import', 'export', 'personalData'],
  })
  expect(PAGES.deviceManger.slice(6)).toEqual([
    'addGroup',
    'editGroup',
    'deleteGroup',
    'deviceConf',
    'import',
  ])
})

test('a variant adds its own pages to those of the base', () => {
  const base = PAGE_KEYS.filter((page) => page !== 'AIOT_Mini' && !COMMUNITY.includes(page))
  expect(pagesOf([])).toEqual(base)
  expect(pagesOf(['base'])).toEqual(base)
  expect(pagesOf(['base', 'telecom'])).toEqual([...base, 'AIOT_Mini'])
  expect(pagesOf(['base', 'community'])).toEqual([...base, ...COMMUNITY])
  expect(pagesOf(['community', 'telecom'])).toEqual(PAGE_KEYS)
})

test('the menu is that of section 2', () => {
  expect(MENU).toEqual([
    { key: 'realTimeVideo' },
    { key: 'replay' },
    { key: 'deviceMap' },
    { key: 'deviceManger' },
    { key: 'alarmManger' },
    { key: 'systemManger', children: ['albumManager', 'accountManger', 'roleManger'] },
  ])
})

test('a grant names its page, and nothing that only looks like one is a page', () => {
  expect(pageOfGrant('replay')).toBe('replay')
  expect(pageOfGrant('deviceManger.edit')).toBe('deviceManger')
  const grants = [
    ...PAGE_KEYS,
    ...Object.entries(PAGES).flatMap(([page, keys]) => keys.map((key) => `${page}.${key}`)),
  ]
  expect(new Set(grants).size).toBe(grants.length)
  for (const key of ['', 'toString', '__proto__', 'Replay', 'replay.']) expect(isPageKey(key)).toBe(false)
  const invented: ReturnType<typeof JSON.parse> = 'nonsense.edit'
  expect(() => pageOfGrant(invented)).toThrow(new TypeError('no page in grant nonsense.edit'))
})
