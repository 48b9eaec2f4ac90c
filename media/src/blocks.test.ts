import { expect, it } from 'vitest'

import { Blocks } from './blocks.ts'

it('gives those who fill a block an idle one that is larger, and others the size that they want', () => {
  const blocks = new Blocks()
  const [large, huge] = [blocks.take(200_000), blocks.take(500_000)]
  blocks.giveBack(large)
  blocks.giveBack(huge)
  expect(blocks.take(60_000)).toHaveLength(64 * 1024)
  expect(blocks.takeRoomy(60_000)).toBe(large)
  // More than four times as much would be too much for one.
  expect(blocks.takeRoomy(60_000)).toHaveLength(64 * 1024)
  expect(blocks.takeRoomy(140_000)).toBe(huge)
})
