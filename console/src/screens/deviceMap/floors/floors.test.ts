import type { FloorPlan } from '@vedette/contract/calls/floor-plan'
import type { GroupNode } from '@vedette/contract/calls/group'
import { expect, it } from 'vitest'

import { placesOf } from './floors.ts'

const node = (GID: string, ...Childs: GroupNode[]): GroupNode => ({
  GID,
  GroupName: GID.toUpperCase(),
  DeviceCount: 0,
  OnlineCount: 0,
  Childs,
})
const plan = (GID: string): FloorPlan => ({ GID, GroupName: GID, ParentGID: '', Url: `/${GID}`, Placed: 0 })

const FOREST = [
  node('site', node('tower', node('f1', node('vault')), node('f2'), node('roof')), node('yard')),
]

it('floors stand beside one another under their building, and alarms are counted up to it', () => {
  const alarms = new Map([
    ['f1', 2],
    ['vault', 1],
    ['roof', 4],
    ['yard', 8],
  ])
  const places = placesOf(FOREST, [plan('f1'), plan('f2'), plan('yard')], alarms)
  expect(
    places.map(({ path, alarms: all, floors }) => [
      path.join(' / '),
      all,
      floors.map(({ gid, alarms: own }) => [gid, own]),
    ]),
  ).toEqual([
    ['SITE', 15, [['yard', 8]]],
    [
      'SITE / TOWER',
      7,
      [
        ['f1', 3],
        ['f2', 0],
      ],
    ],
  ])
})

it('a region’s own plan comes before those below it, with its own alarms alone', () => {
  const alarms = new Map([
    ['tower', 1],
    ['f1', 2],
  ])
  const [place, ...others] = placesOf(FOREST, [plan('tower'), plan('f1')], alarms).toReversed()
  expect(place).toMatchObject({
    gid: 'tower',
    alarms: 3,
    floors: [
      { gid: 'tower', alarms: 1 },
      { gid: 'f1', alarms: 2 },
    ],
  })
  expect(others.map(({ gid }) => gid)).toEqual(['site'])
})

it('without plans there is nothing to show', () => {
  expect(placesOf(FOREST, [], new Map())).toEqual([])
})
