import type { GroupNode } from '@vedette/contract/calls/group'
import { PRESENCE } from '@vedette/contract/devices'
import { expect, test } from 'vitest'

import { live } from '../../i18n/live.ts'
import { addSections, translate } from '../../i18n/translate.ts'
import { placesOf } from './row-places.ts'
import { isTyping, movedIndex, treeKeys } from './tree-keys.ts'
import { type TreeDevice, TreeModel } from './tree-model.ts'

addSections({ live })

const region = (GID: string, Childs: GroupNode[] = []): GroupNode => ({
  GID,
  GroupName: `Region ${GID}`,
  DeviceCount: 0,
  OnlineCount: 0,
  Childs,
})
const device = (
  did: string,
  name: string,
  gid: string,
  presence: TreeDevice['presence'] = 1,
): TreeDevice => ({
  did,
  name,
  gid,
  presence,
})

/** The rows as they read, indented by their depth. */
function drawn(model: TreeModel, rows: Int32Array): string[] {
  return Array.from(rows, (row) => {
    const item = model.at(row)
    const text =
      item.kind === 'region'
        ? `[${item.gid} ${item.online}/${item.total}]`
        : item.kind === 'device'
          ? item.name
          : `${item.name}~${item.channel}`
    return '-'.repeat(item.depth) + text
  })
}

const small = (): TreeModel =>
  new TreeModel(
    [region('a', [region('b'), region('c')]), region('d')],
    [
      device('CAM-10', 'Gate 10', 'b', PRESENCE.offline),
      device('CAM-2', 'Gate 2', 'b'),
      device('CAM-3', 'Roof', 'a'),
      device('CAM-4', 'Yard', 'c', PRESENCE.sleeping),
      device('CAM-5', 'Permissions removed', 'elsewhere'),
    ],
  )

test('shows sub-regions before devices, names in human order, counts of everything below', () => {
  expect(drawn(small(), small().rows(new Set(['a', 'b', 'd'])))).toEqual([
    '[a 2/4]',
    '-[b 1/2]',
    '--Gate 2',
    '--Gate 10',
    '-[c 0/1]',
    '-Roof',
    '[d 0/0]',
  ])
})

test('each row has its place among those beside it, of which there are so many', () => {
  const model = small()
  const rows = model.rows(new Set(['a', 'b', 'd']))
  const { place, siblings } = placesOf(model, rows)
  expect(Array.from(rows, (_, at) => `${place[at]}/${siblings[at]}`)).toEqual([
    '1/2',
    '1/3',
    '1/2',
    '2/2',
    '2/3',
    '3/3',
    '2/2',
  ])
})

test('a closed region hides all below it, open or not', () => {
  expect(drawn(small(), small().rows(new Set(['b'])))).toEqual(['[a 2/4]', '[d 0/0]'])
})

test('finds devices by a part of their name or id, below their regions', () => {
  expect(drawn(small(), small().search('GATE'))).toEqual(['[a 2/4]', '-[b 1/2]', '--Gate 2', '--Gate 10'])
  expect(drawn(small(), small().search('cam-3'))).toEqual(['[a 2/4]', '-Roof'])
  expect(drawn(small(), small().search('nothing'))).toEqual([])
})

test('a presence changes the counts of the regions above', () => {
  const model = small()
  expect(model.setPresence('CAM-10', PRESENCE.online)).toBe(true)
  expect(model.setPresence('CAM-10', PRESENCE.online)).toBe(false)
  expect(model.setPresence('CAM-99', PRESENCE.online)).toBe(false)
  expect(model.setPresence('CAM-3', PRESENCE.sleeping)).toBe(true)
  expect(drawn(model, model.rows(new Set(['a'])))).toEqual([
    '[a 2/4]',
    '-[b 2/2]',
    '-[c 0/1]',
    '-Roof',
    '[d 0/0]',
  ])
  expect(model.device('CAM-10')?.presence).toBe(PRESENCE.online)
})

test('every row but a root has its region above it', () => {
  const model = small()
  const rows = model.rows(new Set(['a', 'b', 'c']))
  const parents = Array.from(rows, (row) => {
    const parent = model.parent(row)
    return parent === undefined ? undefined : model.at(parent)
  })
  expect(parents.map((it) => it?.kind === 'region' && it.gid)).toEqual([
    false,
    'a',
    'b',
    'b',
    'a',
    'c',
    'a',
    false,
  ])
})

test('a recorder opens to its channels, also below what a search finds', () => {
  const model = new TreeModel(
    [region('a')],
    [
      device('NVR-1', 'Cellar', 'a'),
      { ...device('NVR-2', 'Depot', 'a'), channels: 3 },
      device('CAM-9', 'Exit', 'a'),
      { ...device('NVR-3', 'Fence', 'a'), channels: 2 },
    ],
  )
  const open = new Set(['a', 'NVR-2', 'NVR-3'])
  const rows = model.rows(open)
  expect(drawn(model, rows)).toEqual([
    '[a 4/4]',
    '-Cellar',
    '-Depot',
    '--Depot~0',
    '--Depot~1',
    '--Depot~2',
    '-Exit',
    '-Fence',
    '--Fence~0',
    '--Fence~1',
  ])
  const parents = Array.from(rows.slice(3), (row) => drawn(model, Int32Array.of(model.parent(row) ?? -1))[0])
  expect(parents).toEqual(['-Depot', '-Depot', '-Depot', '[a 4/4]', '[a 4/4]', '-Fence', '-Fence'])
  expect(drawn(model, model.search('depot', open)).slice(2)).toEqual(['--Depot~0', '--Depot~1', '--Depot~2'])
  expect(drawn(model, model.rows(new Set(['a'])))).toHaveLength(5)
})

test('holds 50,000 devices in 50 regions', () => {
  const regions = Array.from({ length: 50 }, (_, i) => region(`r${i}`))
  const devices = Array.from({ length: 50_000 }, (_, i) =>
    device(`CAM-${String(i).padStart(6, '0')}`, `Camera ${i}`, `r${i % 50}`, i % 5 === 0 ? 2 : 1),
  )
  const model = new TreeModel(regions, devices)
  expect(model.rows(new Set()).length).toBe(50)
  expect(model.rows(new Set(regions.map(({ GID }) => GID))).length).toBe(50_050)
  expect(drawn(model, model.search('camera 49999'))).toEqual(['[r49 1000/1000]', '-Camera 49999'])
  expect(model.search('camera').length).toBe(50_050)
  expect(drawn(model, model.rows(new Set())).slice(0, 2)).toEqual(['[r0 0/1000]', '[r1 1000/1000]'])
})

const MOVES = [
  ['ArrowDown', 5, 6],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 5, 9],
  ['PageUp', 5, 1],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, undefined],
] as const

test.each(MOVES)('%s moves from row %i to %s', (key, index, to) => {
  expect(movedIndex(key, { index, count: 10, page: 4 })).toBe(to)
})

test('the sheet names the keys that move, those that open and close, and the one that plays', () => {
  const named = treeKeys((key, ...parameters) => translate('en', key, ...parameters)).flatMap(
    ({ keys }) => keys,
  )
  const moving = MOVES.flatMap(([key, , to]) => (to === undefined ? [] : [key]))
  expect(named).toEqual(expect.arrayContaining([...moving, 'ArrowLeft', 'ArrowRight', 'Enter']))
})

test('a letter in either script is typing, a shortcut and a named key are not', () => {
  const pressed = (key: string, more = {}) =>
    isTyping({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })
  expect([pressed('g'), pressed('园'), pressed('7')]).toEqual([true, true, true])
  expect([pressed(' '), pressed('Enter'), pressed('k', { ctrlKey: true })]).toEqual([false, false, false])
})

test('an upgrade is a status beside presence and changes no count', () => {
  const model = small()
  expect(model.device('CAM-2')).toMatchObject({ isUpgrading: false })
  expect(model.setPresence('CAM-2', PRESENCE.online, true)).toBe(true)
  expect(model.setPresence('CAM-2', PRESENCE.online, true)).toBe(false)
  expect(model.device('CAM-2')).toMatchObject({ presence: PRESENCE.online, isUpgrading: true })
  expect(drawn(model, model.rows(new Set()))).toEqual(['[a 2/4]', '[d 0/0]'])
  expect(model.setPresence('CAM-2', PRESENCE.online)).toBe(true)
})
