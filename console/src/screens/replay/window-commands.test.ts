import { expect, test } from 'vitest'

import { windowBeside } from './window-commands.ts'

test.each([
  [4, 0, 'ArrowRight', 1],
  [4, 1, 'ArrowDown', 3],
  [9, 4, 'ArrowUp', 1],
  [9, 4, 'ArrowLeft', 3],
  [9, 5, 'ArrowRight', 5],
  [9, 6, 'ArrowLeft', 6],
  [9, 8, 'ArrowDown', 8],
  [9, 2, 'ArrowUp', 2],
])('of %i windows, from window %i %s leads to %i', (layout, from, pressed, to) => {
  expect(windowBeside(layout, from, pressed)).toBe(to)
})
