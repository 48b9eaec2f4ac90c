import { expect, it } from 'vitest'

import { coneOf, pxPerMetre } from './view-cone.ts'

it('looks where its heading says: north is up, east is right', () => {
  const at = { x: 100, y: 100 }
  expect(coneOf({ Heading: 0, Angle: 90, Reach: 50 }, at, 2)).toBe(
    'M100.0 100.0L29.3 29.3A100.0 100.0 0 0 1 170.7 29.3z',
  )
  expect(coneOf({ Heading: 90, Angle: 90, Reach: 50 }, at, 2)).toContain('L170.7 29.3A')
  expect(coneOf({ Heading: 0, Angle: 270, Reach: 50 }, at, 2)).toContain(' 0 1 1 ')
  expect(coneOf({ Heading: 0, Angle: 360, Reach: 50 }, at, 2)).toMatch(/^M0\.0 100\.0a/)
})

it('a metre is as long as the place’s latitude makes it', () => {
  expect(1 / pxPerMetre(0, 0)).toBeCloseTo(78_271.5, 0)
  expect(pxPerMetre(60, 10) / pxPerMetre(0, 10)).toBeCloseTo(2, 6)
})
