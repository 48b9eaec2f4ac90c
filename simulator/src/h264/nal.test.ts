import fc from 'fast-check'
import { expect, test } from 'vitest'

import { NAL, nalUnit } from './nal.ts'

/** Bytes among which start codes are likely. */
const payload = fc
  .uint8Array({ maxLength: 40 })
  .map((bytes) => bytes.map((byte) => (byte < 200 ? byte % 5 : byte)))

test('a unit never holds a start code, and gives its payload back', () => {
  fc.assert(
    fc.property(payload, (rbsp) => {
      const [header, ...coded] = nalUnit(NAL.slice, rbsp)
      expect(header).toBe(NAL.slice)
      const back: number[] = []
      let zeros = 0
      for (const byte of coded) {
        if (zeros >= 2) {
          expect(byte).toBeGreaterThan(2)
          if (byte === 3) {
            zeros = 0
            continue
          }
        }
        back.push(byte)
        zeros = byte === 0 ? zeros + 1 : 0
      }
      expect(back).toEqual([...rbsp])
    }),
  )
})
