import { beforeEach, expect, it } from 'vitest'

import {
  addNotice,
  type AlarmNotice,
  badgeOf,
  clearNotices,
  dropNotices,
  groupsOf,
  isFirstTold,
  pictured,
  restoreNotices,
  useAlarms,
} from './alarm-store.ts'

const notice = (eid: string): AlarmNotice => ({
  notTitle: 0,
  time: 1,
  did: 'CAM-00000001',
  img: false,
  eid,
  channel: 0,
  name: 'Gate',
})
const shown = () => useAlarms.getState().notices.map(({ eid }) => eid)
beforeEach(clearNotices)

it('the newest notice comes first, and the list ends at 200', () => {
  for (let i = 0; i <= 200; i++) addNotice(notice(`${i}`))
  expect(shown()).toHaveLength(200)
  expect(shown().slice(0, 2)).toEqual(['200', '199'])
  expect(shown().at(-1)).toBe('1')
})

it.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('the badge of %i is %s', (count, badge) => {
  expect(badgeOf(count)).toBe(badge)
})

it('an alarm that is told again is not shown again', () => {
  expect([isFirstTold('A'), isFirstTold('B'), isFirstTold('A')]).toEqual([true, true, false])
})

it('repeats of one kind at one camera are a group, at the place of its newest', () => {
  const all = [
    { ...notice('E'), notTitle: 1 },
    notice('D'),
    { ...notice('C'), channel: 2 },
    notice('B'),
    { ...notice('A'), notTitle: 1 },
  ]
  expect(groupsOf(all).map((group) => group.map(({ eid }) => eid).join(''))).toEqual(['EA', 'DB', 'C'])
})

it('a notice learns that its picture is there, and goes when its alarm is deleted or all are closed', () => {
  addNotice(notice('A'))
  addNotice(notice('B'))
  pictured(['A'])
  expect(useAlarms.getState().notices.map(({ img }) => img)).toEqual([false, true])
  dropNotices(['B'])
  expect(shown()).toEqual(['A'])
  clearNotices()
  expect(shown()).toEqual([])
})

it('notices that were closed by a slip come back behind newer ones, but for those whose alarm is deleted', () => {
  for (const eid of ['A', 'B', 'C']) addNotice(notice(eid))
  clearNotices()
  addNotice(notice('D'))
  dropNotices(['B'])
  restoreNotices()
  expect(shown()).toEqual(['D', 'C', 'A'])
  restoreNotices()
  expect(shown()).toEqual(['D', 'C', 'A'])
})
