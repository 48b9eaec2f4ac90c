import fc from 'fast-check'
import { expect, it } from 'vitest'

import { Blocks } from '../blocks.ts'
import { WaitingBytes } from './waiting-bytes.ts'

const BLOCK_BYTES = 16 * 1024

it('hands over what was added in its order, however blocks cut it and however much is left waiting', () => {
  const units = fc.array(fc.uint8Array({ maxLength: 3 * BLOCK_BYTES, size: 'max' }), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.array(units, { minLength: 1, maxLength: 4 }), fc.nat(), (rounds, seed) => {
      const blocks = new Blocks()
      const waiting = new WaitingBytes(blocks, BLOCK_BYTES)
      let added = Buffer.alloc(0)
      let taken = Buffer.alloc(0)
      for (const round of rounds) {
        const before = added.length
        added = Buffer.concat([added, ...round])
        expect(waiting.addBare(round.map((bytes) => Buffer.from(bytes)))).toBe(added.length - before)
        const held = waiting.take(seed % (added.length - taken.length + 1))
        taken = Buffer.concat([taken, ...held.pieces])
        // The next round writes over it.
        for (const piece of held.pieces) piece.fill(0)
        held.giveBack()
      }
      taken = Buffer.concat([taken, ...waiting.take(added.length - taken.length).pieces])
      expect(taken.equals(added)).toBe(true)
    }),
    { numRuns: 50 },
  )
})
