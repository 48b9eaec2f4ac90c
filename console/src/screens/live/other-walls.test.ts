import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { OtherWalls, wallNumberOf } from './other-walls.ts'

let channel = 0
let open: OtherWalls[]

beforeEach(() => {
  channel++
  open = []
})

afterEach(() => {
  for (const walls of open) walls.close()
})

/** What another window of the browser has. */
function walls(): OtherWalls {
  const made = new OtherWalls(`walls ${channel}`)
  open.push(made)
  return made
}

const nothing = (): void => {}

test('a number that a window has is not given again until the window is gone', async () => {
  const main = walls()
  main.appear(1, nothing)
  expect(main.free()).toBe(2)
  const leave = walls().appear(2, nothing)
  await vi.waitFor(() => expect(main.free()).toBe(3))
  leave()
  await vi.waitFor(() => expect(main.free()).toBe(2))
})

test('a page that comes later learns which walls are there', async () => {
  walls().appear(2, nothing)
  walls().appear(4, nothing)
  const late = walls()
  await vi.waitFor(() => expect(late.free()).toBe(3))
})

test('a window that was opened here has its number at once, and until it is closed even where it cannot tell', () => {
  const main = walls()
  const window = { closed: false }
  main.opened(2, window)
  expect(main.free()).toBe(3)
  window.closed = true
  expect(main.free()).toBe(2)
})

test('there are at most eight besides the page’s own', () => {
  const main = walls()
  for (let number = 2; number <= 9; number++) {
    expect(main.free()).toBe(number)
    main.opened(number, { closed: false })
  }
  expect(main.free()).toBeUndefined()
})

test('when one wall is heard the others are told, and it is not', async () => {
  const heard: string[] = []
  const [main, second, third] = [walls(), walls(), walls()]
  main.appear(1, () => heard.push('main'))
  const leave = second.appear(2, () => heard.push('second'))
  third.appear(3, () => heard.push('third'))
  second.heard()
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(['main', 'third']))
  leave()
  third.heard()
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(['main', 'main', 'third']))
})

test('what is no word of a wall is passed over', async () => {
  const main = walls()
  const stranger = new BroadcastChannel(`walls ${channel}`)
  stranger.postMessage({ word: 'here', number: 'two' })
  stranger.postMessage('here')
  stranger.postMessage({ word: 'here', number: 3 })
  main.opened(2, { closed: false })
  await vi.waitFor(() => expect(main.free()).toBe(4))
  stranger.close()
})

test('an address names the page’s own wall, one of the others, or none', () => {
  expect([undefined, '2', '9', '1', '0', '10', '2a', ''].map(wallNumberOf)).toEqual([
    1,
    2,
    9,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
