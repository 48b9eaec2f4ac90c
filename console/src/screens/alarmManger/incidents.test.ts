import type { EventItem } from '@vedette/contract/calls/event'
import { expect, it } from 'vitest'

import { incidentsOf } from './incidents.ts'

function alarm(name: string, GID: string, seconds: number, lastsS = 0): EventItem {
  return {
    CloudEid: name,
    EventID: 0,
    Type: 0,
    Origin: 'device',
    DID: `CAM-${name.slice(0, 1)}`,
    DevName: name,
    Alias: '',
    License: '',
    GID,
    GroupName: GID,
    channelNum: 0,
    Time: seconds * 1000,
    EndTime: (seconds + lastsS) * 1000,
    IdentName: '-',
    HasImage: 0,
    Url: '',
    Box: null,
    Reviewed: false,
    State: 'new',
    StateBy: '',
    StateTime: null,
    Note: '',
  }
}
const told = (alarms: EventItem[]) =>
  incidentsOf(alarms).map((it) => [it.key, it.alarms.map(({ CloudEid }) => CloudEid).join(' '), it.cameras])

it('alarms of one region that follow within a minute are one incident, and those of another are not', () => {
  expect(
    told([
      alarm('b2', 'yard', 300),
      alarm('a1', 'gate', 250),
      alarm('b1', 'yard', 245),
      alarm('c1', 'yard', 190),
      alarm('c0', 'yard', 120),
    ]),
  ).toEqual([
    ['c1', 'b2 b1 c1', 2],
    ['a1', 'a1', 1],
    ['c0', 'c0', 1],
  ])
})

it('an alarm that goes on for long joins what comes within a minute of its end', () => {
  expect(told([alarm('b1', 'yard', 300), alarm('a1', 'yard', 100, 150)])).toEqual([['a1', 'b1 a1', 2]])
})

it('cameras of no region are neighbours of nobody', () => {
  expect(told([alarm('b1', '', 2), alarm('a2', '', 1), alarm('a1', '', 0)])).toEqual([
    ['b1', 'b1', 1],
    ['a1', 'a2 a1', 1],
  ])
})
