import { expect, test } from 'vitest'

import { qualityFor } from './tile-quality.ts'

const seen = { widthPx: 300, isSingle: false, hasSub: true }

test('small windows take the sub-stream, large, zoomed or single ones the main stream', () => {
  expect(qualityFor(seen)).toBe('sub')
  expect(qualityFor({ ...seen, widthPx: 641 })).toBe('main')
  expect(qualityFor({ ...seen, isSingle: true })).toBe('main')
  expect(qualityFor({ ...seen, hasSub: false })).toBe('main')
})

test('a window that is resized about the limit keeps its stream', () => {
  expect(qualityFor({ ...seen, widthPx: 620 }, 'main')).toBe('main')
  expect(qualityFor({ ...seen, widthPx: 620 }, 'sub')).toBe('sub')
  expect(qualityFor({ ...seen, widthPx: 599 }, 'main')).toBe('sub')
})
