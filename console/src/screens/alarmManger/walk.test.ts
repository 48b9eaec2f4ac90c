import type { EventItem } from '@vedette/contract/calls/event'
import { expect, it } from 'vitest'

import { walkOf } from './walk.ts'

const alarm = (CloudEid: string, Time: number): EventItem => ({
  CloudEid,
  EventID: 0,
  Type: 0,
  Origin: 'device',
  DID: 'CAM-00000001',
  DevName: 'Gate',
  Alias: '',
  License: '',
  GID: '',
  GroupName: '',
  channelNum: 0,
  Time,
  EndTime: null,
  IdentName: '-',
  HasImage: 0,
  Url: '',
  Box: null,
  Reviewed: false,
  State: 'new',
  StateBy: '',
  StateTime: null,
  Note: '',
})
const listed = [alarm('E', 5), alarm('C', 3), alarm('B', 3), alarm('A', 1)]
const ids = (alarms: readonly EventItem[]) => alarms.map(({ CloudEid }) => CloudEid).join('')

it('an alarm that was looked at keeps its place in the viewer when its filter has no more of it', () => {
  const [, second] = listed
  const left = listed.filter((it) => it !== second)
  expect(ids(walkOf(left, second ? [second] : []))).toBe('ECBA')
  expect(ids(walkOf([], listed))).toBe('ECBA')
})

it('what is still listed is shown as the list has it, and new ones come first', () => {
  const news = [alarm('F', 6), { ...alarm('E', 5), State: 'claimed' as const }]
  const walk = walkOf(news, [alarm('E', 5), alarm('A', 1)])
  expect(walk.map(({ CloudEid, State }) => `${CloudEid} ${State}`)).toEqual(['F new', 'E claimed', 'A new'])
})
