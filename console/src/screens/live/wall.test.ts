import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ALL_LAYOUTS } from '../../ui/window/layouts.ts'
import { wallFromText, wallToText } from './wall-address.ts'
import { GUEST_PLACE, nextWall, shownPlaces, type Wall, type WallAction, wallFor, wallOf } from './wall.ts'

const camera = (n: number, channel = 0) => ({ did: `CAM-${String(n).padStart(6, '0')}`, channel })
const after = (wall: Wall, ...actions: WallAction[]): Wall => actions.reduce(nextWall, wall)
const shown = (wall: Wall): (string | undefined)[] =>
  wall.places.slice(0, 4).map(({ device }) => device?.did.slice(-1))

test('devices fill the free windows one after the other', () => {
  const wall = after(wallOf(), ...[1, 2, 3, 4].map((n) => ({ do: 'play', device: camera(n) }) as const))
  expect(shown(wall)).toEqual(['1', '2', '3', '4'])
  expect(wall.chosen).toBe(3)
})

test('a device goes into the chosen window, and the choice moves to the next free one', () => {
  const wall = after(
    wallOf([camera(1), undefined, camera(3)]),
    { do: 'choose', at: 2 },
    { do: 'play', device: camera(9) },
  )
  expect(shown(wall)).toEqual(['1', undefined, '9', undefined])
  expect(wall.chosen).toBe(3)
})

test('a device that is on the wall already comes to the place instead of being shown twice', () => {
  const wall = after(wallOf([camera(1), camera(2)]), { do: 'play', device: camera(1), at: 3 })
  expect(shown(wall)).toEqual([undefined, '2', undefined, '1'])
})

test('back from the past, the wall is as it was, and a device that it does not have stands beside it', () => {
  const wall = wallOf([camera(1), camera(2)], 16, 1)
  expect(after(wall, { do: 'guest', device: camera(1) })).toBe(wall)
  const beside = after(wall, { do: 'guest', device: camera(3) })
  expect(beside.places[GUEST_PLACE]?.device).toEqual(camera(3))
  expect(wallToText(beside)).toBe(wallToText(wall))
  expect(after(beside, { do: 'enlarge', at: GUEST_PLACE })).toEqual(wall)
})

test('swapped devices keep their windows, so that both go on playing', () => {
  const wall = after(wallOf([camera(1), camera(2)]), { do: 'swap', from: 0, to: 1 })
  expect(wall.places.slice(0, 2)).toEqual([
    { window: 1, device: camera(2) },
    { window: 0, device: camera(1) },
  ])
})

test('closing empties the window and chooses it', () => {
  const wall = after(wallOf([camera(1), camera(2)]), { do: 'close', at: 1 })
  expect(shown(wall)).toEqual(['1', undefined, undefined, undefined])
  expect(wall.chosen).toBe(1)
})

test('one window shows the chosen device, and four show all of them again', () => {
  const four = after(wallOf([camera(1), camera(2), camera(3), camera(4)]), { do: 'choose', at: 2 })
  const one = after(four, { do: 'layout', windows: 1 })
  expect(shownPlaces(one)).toEqual({ first: 2, end: 3 })
  expect(one.isEnlarged).toBe(false)
  expect(one.places).toBe(four.places)
  expect(after(one, { do: 'layout', windows: 4 })).toEqual(four)
})

test('enlarging a window and coming back changes nothing', () => {
  const four = wallOf([camera(1), camera(2)], 4, 1)
  const one = after(four, { do: 'enlarge', at: 1 })
  expect(one).toMatchObject({ windows: 1, isEnlarged: true })
  expect(after(one, { do: 'enlarge', at: 1 })).toEqual(four)
})

test('the keyboard walks over the windows in sight and carries a device along', () => {
  const four = wallOf([camera(1), camera(2), camera(3)], 4, 0)
  const right = { do: 'step', direction: 'right', isMoving: false } as const
  expect(after(four, right, right).chosen).toBe(1)
  const carried = after(four, { ...right, isMoving: true }, { do: 'step', direction: 'down', isMoving: true })
  expect(shown(carried)).toEqual(['2', undefined, '3', '1'])
  expect(carried.chosen).toBe(3)
})

test('a layout shows the page that holds the chosen window, and pages are turned', () => {
  const four = wallOf([], 4, 0)
  const next = after(four, { do: 'page', by: 1 })
  expect(shownPlaces(next)).toEqual({ first: 4, end: 8 })
  expect(shownPlaces(after(next, { do: 'page', by: 1 }))).toEqual({ first: 8, end: 12 })
  expect(after(four, { do: 'page', by: -1 })).toBe(four)
  expect(shownPlaces(wallOf([], 8, 8))).toEqual({ first: 8, end: 16 })
})

test('the address holds layout, choice and devices', () => {
  const wall = wallOf([camera(1), undefined, camera(2, 3)], 4, 2)
  expect(wallToText(wall)).toBe('layout=4&chosen=2&show=CAM-000001,,CAM-000002~3')
  expect(wallFromText(wallToText(wall))).toEqual(wall)
})

test.each(['', 'layout=7', 'layout=4x', `layout=4&show=${'A'.repeat(4000)}`])('%s is no wall', (text) => {
  expect(wallFromText(text)).toBeUndefined()
})

test('what cannot be read in an address is an empty place', () => {
  const wall = wallFromText('layout=4&chosen=99&show=cam,CAM-000001~999,CAM-000001,CAM-000001')
  expect(wall).toEqual(wallOf([undefined, undefined, camera(1)], 4, 0))
})

test('whatever is done, no device and no window is there twice and the choice is in sight', () => {
  const place = fc.integer({ min: 0, max: 8 })
  const device = fc.integer({ min: 0, max: 12 }).map((n) => camera(n))
  const action: fc.Arbitrary<WallAction> = fc.oneof(
    fc.record({ do: fc.constant('play' as const), device }),
    fc.record({ do: fc.constant('play' as const), device, at: place }),
    fc.record({ do: fc.constant('swap' as const), from: place, to: place }),
    fc.record({ do: fc.constant('close' as const), at: place }),
    fc.record({ do: fc.constant('choose' as const), at: place }),
    fc.record({ do: fc.constant('enlarge' as const), at: place }),
    fc.record({
      do: fc.constant('layout' as const),
      windows: fc.constantFrom(...ALL_LAYOUTS.map(({ windows }) => windows)),
    }),
    fc.record({
      do: fc.constant('grid' as const),
      columns: fc.integer({ min: 1, max: 8 }),
      rows: fc.integer({ min: 1, max: 8 }),
    }),
    fc.record({ do: fc.constant('larger' as const), at: place }),
    fc.record({
      do: fc.constant('step' as const),
      direction: fc.constantFrom('left', 'up', 'right', 'down'),
      isMoving: fc.boolean(),
    }),
    fc.record({ do: fc.constant('view' as const), device }),
    fc.record({ do: fc.constant('guest' as const), device }),
    fc.record({
      do: fc.constant('fill' as const),
      devices: fc.uniqueArray(device, { maxLength: 12, selector: ({ did }) => did }),
    }),
    fc.record({ do: fc.constant('turn' as const), by: fc.constantFrom(1 as const, -1 as const) }),
    fc.record({ do: fc.constant('page' as const), by: fc.constantFrom(1, -1) }),
  )
  fc.assert(
    fc.property(fc.array(action), (actions) => {
      const wall = after(wallOf(), ...actions)
      const dids = wall.places.flatMap((it) => it.device?.did ?? [])
      expect(new Set(dids).size).toBe(dids.length)
      expect(wall.places[GUEST_PLACE]?.device !== undefined).toBe(wall.back !== undefined)
      expect(new Set(wall.places.map((it) => it.window))).toEqual(
        new Set(Array.from({ length: GUEST_PLACE + 1 }, (_, i) => i)),
      )
      const { first, end } = shownPlaces(wall)
      expect(wall.chosen >= first && wall.chosen < end).toBe(true)
    }),
  )
})

test('a device is looked at beside the wall, which comes back as it was', () => {
  const wall = after(wallOf([camera(1), camera(2)], 4, 1))
  const viewed = after(wall, { do: 'view', device: camera(7) })
  expect(shownPlaces(viewed)).toEqual({ first: GUEST_PLACE, end: GUEST_PLACE + 1 })
  expect(viewed.places[GUEST_PLACE]?.device).toEqual(camera(7))
  expect(wallToText(viewed)).toBe(wallToText(wall))
  for (const leave of ['enlarge', 'close'] as const)
    expect(after(viewed, { do: leave, at: GUEST_PLACE })).toEqual(wall)
  const another = after(viewed, { do: 'play', device: camera(8) })
  expect(another.places[GUEST_PLACE]?.device).toEqual(camera(8))
  expect(after(another, { do: 'enlarge', at: GUEST_PLACE })).toEqual(wall)
})

test('a device that is on the wall is looked at in its own window', () => {
  const viewed = after(wallOf([camera(1), camera(2)]), { do: 'view', device: camera(2) })
  expect(viewed).toMatchObject({ windows: 1, isEnlarged: true, chosen: 1, back: undefined })
})

test('many devices take the smallest layout with room for them, and keep the windows that they have', () => {
  const layouts = [1, 2, 4, 5, 8, 9, 30].map(
    (count) => wallFor(Array.from({ length: count }, (_, n) => camera(n))).windows,
  )
  expect(layouts).toEqual([1, 4, 4, 8, 8, 9, 9])
  const wall = after(wallOf([camera(1), camera(2)]), { do: 'fill', devices: [camera(3), camera(2)] })
  expect(shown(wall)).toEqual(['3', '2', undefined, undefined])
  expect(wall.places[1]?.window).toBe(1)
})

test('pages that show something are turned one after the other, and from the last to the first', () => {
  const wall = wallOf([camera(1), ...Array.from({ length: 7 }, () => undefined), camera(2)], 4, 1)
  const turns = [
    { do: 'turn', by: 1 },
    { do: 'turn', by: 1 },
  ] as const
  expect(after(wall, turns[0]).chosen).toBe(8)
  expect(after(wall, ...turns).chosen).toBe(0)
  expect(after(wallOf([camera(1)], 4, 2), turns[0]).chosen).toBe(2)
  expect(after(wall, { do: 'turn', by: -1 }).chosen).toBe(8)
  expect(after(wall, turns[0], { do: 'turn', by: -1 }).chosen).toBe(0)
})

test('a wall of 64 goes into the address and back', () => {
  const wall = wallOf(
    Array.from({ length: 64 }, (_, n) => camera(n, 200)),
    64,
    63,
  )
  expect(wallFromText(wallToText(wall))).toEqual(wall)
})

test('the camera of an alarm comes into the window that is kept for alarms, and nothing else moves', () => {
  const wall = after(wallOf([camera(1), camera(2)]), { do: 'keepForAlarms', at: 3 })
  const alarmed = after(wall, { do: 'alarm', device: camera(7) })
  expect(shown(alarmed)).toEqual(['1', '2', undefined, '7'])
  expect(alarmed.chosen).toBe(wall.chosen)
  expect(shown(after(alarmed, { do: 'alarm', device: camera(2) }))).toEqual(['1', '2', undefined, '7'])
  expect(shown(after(alarmed, { do: 'alarm', device: camera(8) }))).toEqual(['1', '2', undefined, '8'])
  // It is the layout that keeps the window, and not the camera.
  const again = wallFromText(wallToText(alarmed))
  expect(again && { at: again.alarmAt, shown: shown(again) }).toEqual({
    at: 3,
    shown: ['1', '2', undefined, undefined],
  })
  expect(shown(after(wallOf([camera(1)]), { do: 'alarm', device: camera(7) }))).toEqual([
    '1',
    undefined,
    undefined,
    undefined,
  ])
})

test('a device does not go into the window that is kept for alarms by itself', () => {
  const wall = after(wallOf([camera(1), camera(2)]), { do: 'keepForAlarms', at: 2 })
  expect(after(wall, { do: 'play', device: camera(5), at: 1 }).chosen).toBe(3)
})

test('a grid that a person has set is kept by the address, alone in a window too, until another layout is chosen', () => {
  const ten = after(wallOf([camera(1), camera(2)]), { do: 'grid', columns: 5, rows: 2 })
  expect(wallToText(ten)).toBe('layout=10&chosen=0&show=CAM-000001,CAM-000002&grid=5x2')
  expect(wallFromText(wallToText(ten))).toEqual(ten)
  const alone = after(ten, { do: 'enlarge', at: 1 })
  expect(alone.windows).toBe(1)
  expect(after(alone, { do: 'enlarge', at: 0 })).toEqual(ten)
  const again = wallFromText(wallToText(alone))
  expect(again && after(again, { do: 'enlarge', at: 0 })).toEqual(ten)
  expect(after(ten, { do: 'view', device: camera(9) }, { do: 'close', at: GUEST_PLACE })).toEqual(ten)
  expect(after(ten, { do: 'layout', windows: 4 })).toMatchObject({ windows: 4, grid: undefined })
  expect(wallFromText('layout=9&chosen=0&show=&grid=5x2')).toMatchObject({ windows: 9, grid: undefined })
  expect(wallFromText('layout=10&chosen=0&show=')).toBeUndefined()
})

test('the window that is made larger keeps its camera, at the foot too', () => {
  const nine = wallOf(
    Array.from({ length: 9 }, (_, n) => camera(n)),
    9,
  )
  const six = after(nine, { do: 'larger', at: 8 })
  expect(six).toMatchObject({ windows: 6, chosen: 4 })
  expect(six.places[4]?.device).toEqual(camera(8))
  const top = after(nine, { do: 'larger', at: 1 })
  expect(wallToText(top)).toContain('layout=6&chosen=1&')
  expect(wallToText(top)).toContain('&grid=3x3-1-2')
  expect(after(top, { do: 'larger', at: 1 })).toEqual({ ...nine, chosen: 1 })
})
