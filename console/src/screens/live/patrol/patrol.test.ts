import fc from 'fast-check'
import { expect, test } from 'vitest'

import { faultsOf, type Patrol, turnFrom, type Whereabouts, withoutGone } from './patrol.ts'

const devices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    did: `CAM-${String(n).padStart(6, '0')}`,
    channel: 0,
    name: `${n}`,
  }))
const patrolOf = (count: number, windows: number): Patrol => ({
  devices: devices(count),
  intervalS: 10,
  start: 0,
  windows,
  layout: windows,
})
const there = (): Whereabouts => 'there'

test('each turn shows the next devices, and begins anew behind the last', () => {
  const patrol = patrolOf(10, 4)
  const turns = [turnFrom(patrol, 0, there)]
  for (let n = 0; n < 3; n++) turns.push(turnFrom(patrol, turns.at(-1)?.next ?? 0, there))
  expect(turns.map(({ shown }) => shown)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 0, 1],
    [2, 3, 4, 5],
  ])
})

test('those that are offline or asleep are passed over and named', () => {
  const patrol = patrolOf(6, 2)
  const turn = turnFrom(patrol, 0, ({ did }) => (/[02]$/.test(did) ? 'away' : 'there'))
  expect(turn).toEqual({ from: 0, next: 4, shown: [1, 3], skipped: [0, 2] })
})

test('with fewer there than windows it shows those, and with none nothing', () => {
  const patrol = patrolOf(6, 4)
  expect(turnFrom(patrol, 3, ({ did }) => (did.endsWith('1') ? 'there' : 'away')).shown).toEqual([1])
  expect(turnFrom(patrol, 3, () => 'away').shown).toEqual([])
  expect(turnFrom(patrolOf(0, 4), 3, there)).toEqual({ from: 0, next: 0, shown: [], skipped: [] })
})

test('every device that is there is shown within one round, none twice in a turn, no matter who comes and goes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      (count, windows, isThere) => {
        const patrol = patrolOf(count, windows)
        const whereIs = ({ did }: { did: string }): Whereabouts =>
          isThere[Number(did.slice(-6))] ? 'there' : 'away'
        const seen = new Set<number>()
        let from = 0
        for (let n = 0; n < count; n++) {
          const turn = turnFrom(patrol, from, whereIs)
          expect(new Set(turn.shown).size).toBe(turn.shown.length)
          for (const index of turn.shown) seen.add(index)
          from = turn.next
        }
        expect([...seen].toSorted((a, b) => a - b)).toEqual(
          patrol.devices.flatMap((device, n) => (whereIs(device) === 'there' ? n : [])),
        )
      },
    ),
  )
})

test('what is deleted is taken out, and the place stays at what stood there', () => {
  const whereIs = ({ did }: { did: string }): Whereabouts => (/[13]$/.test(did) ? 'gone' : 'there')
  const { patrol, place, gone } = withoutGone(patrolOf(6, 2), 4, whereIs)
  expect(patrol.devices.map(({ name }) => name)).toEqual(['0', '2', '4', '5'])
  expect(patrol.devices[place]?.name).toBe('4')
  expect(gone.map(({ name }) => name)).toEqual(['1', '3'])
  expect(withoutGone(patrolOf(2, 1), 1, () => 'gone')).toMatchObject({ place: 0, patrol: { devices: [] } })
})

test('the form says all at once what is wrong: section 5', () => {
  const right = { devices: 5, interval: '10', position: '1', windows: 4 }
  expect(faultsOf(right)).toEqual({})
  expect(faultsOf({ ...right, devices: 4, interval: '', position: '' })).toEqual({
    devices: 'moreDevices',
    interval: 'intervalRequired',
    position: 'positionRequired',
  })
  expect(faultsOf({ ...right, interval: '4', position: '5' })).toEqual({
    interval: 'intervalRange',
    position: 'positionRange',
  })
  expect(faultsOf({ ...right, interval: '2.5' })).toEqual({ interval: 'intervalRange' })
  // Windows before the start position take no part.
  expect(faultsOf({ ...right, devices: 3, position: '3' })).toEqual({})
})
