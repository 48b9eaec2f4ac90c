import fc from 'fast-check'
import { expect, test } from 'vitest'

import { LiveEdge } from './edge.ts'

test('plays at normal speed at the target', () => {
  const edge = new LiveEdge()
  expect(edge.observe(edge.targetS, 0)).toEqual({ do: 'rate', rate: 1 })
})

test('plays faster the further it is behind, and slower when the buffer runs dry', () => {
  expect(new LiveEdge().observe(0.3, 0)).toEqual({ do: 'rate', rate: 1.08 })
  expect(new LiveEdge().observe(0.8, 0)).toEqual({ do: 'rate', rate: 1.25 })
  expect(new LiveEdge().observe(0.02, 0)).toEqual({ do: 'rate', rate: 0.93 })
})

test('jumps to the target beyond two seconds, and only there', () => {
  expect(new LiveEdge().observe(2.01, 0)).toEqual({ do: 'jump', toLagS: 0.16 })
  expect(new LiveEdge().observe(2, 0).do).toBe('rate')
})

test('after a range was opened it catches up quickly, once', () => {
  const edge = new LiveEdge()
  edge.opened()
  expect(edge.observe(0.8, 0)).toEqual({ do: 'rate', rate: 1.5 })
  expect(edge.observe(0.16, 40)).toEqual({ do: 'rate', rate: 1 })
  expect(edge.observe(0.8, 80)).toEqual({ do: 'rate', rate: 1.25 })
})

test('keeps its speed until the target is crossed', () => {
  const edge = new LiveEdge()
  edge.observe(0.3, 0)
  expect(edge.observe(0.2, 40)).toEqual({ do: 'rate', rate: 1.08 })
  expect(edge.observe(0.15, 80)).toEqual({ do: 'rate', rate: 1 })
})

test('keeps a larger distance after stalls and comes back when it is calm', () => {
  const edge = new LiveEdge()
  edge.stalled()
  expect(edge.targetS).toBeCloseTo(0.22)
  for (let i = 0; i < 20; i++) edge.stalled()
  expect(edge.targetS).toBe(0.6)
  edge.observe(0.6, 0)
  edge.observe(0.6, 600_000)
  expect(edge.targetS).toBe(0.16)
})

test('a picture played at the decided rates reaches the target from any distance', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 30, noNaN: true }), (start) => {
      const edge = new LiveEdge()
      let lagS = start
      for (let ms = 0; ms < 30_000; ms += 40) {
        const decision = edge.observe(lagS, ms)
        lagS = decision.do === 'jump' ? decision.toLagS : lagS + 0.04 * (1 - decision.rate)
      }
      expect(lagS).toBeGreaterThan(0.06)
      expect(lagS).toBeLessThan(0.26)
    }),
  )
})

test('what short waits added within the band is taken back', () => {
  const edge = new LiveEdge()
  let lagS = 0.24
  for (let ms = 0; ms < 60_000; ms += 40) {
    const decision = edge.observe(lagS, ms)
    if (decision.do === 'rate') lagS += 0.04 * (1 - decision.rate)
  }
  expect(lagS).toBeCloseTo(edge.targetS, 2)
})
