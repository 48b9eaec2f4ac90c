import { describe, expect, it } from 'vitest'

import { PAGER_COUNT, pageCountOf, pagerEntries } from './pager.ts'

function row(page: number, pageCount: number, count?: number): string {
  return pagerEntries(page, pageCount, count)
    .map((it) => (it.isGap ? `…${it.page}` : it.page))
    .join(' ')
}

describe('the row of page numbers', () => {
  it('holds all pages while there is room for them', () => {
    expect(row(1, 1)).toBe('1')
    expect(row(3, 7)).toBe('1 2 3 4 5 6 7')
  })

  it('holds the first, the last and those about the current one, and gaps lead on', () => {
    expect(row(1, 20)).toBe('1 2 3 4 5 6 …6 20')
    expect(row(10, 20)).toBe('1 …5 8 9 10 11 12 …15 20')
    expect(row(20, 20)).toBe('1 …15 15 16 17 18 19 20')
    expect(row(3, 9, 5)).toBe('1 2 3 4 …6 9')
  })

  it('always holds the current page, once, and no more pages than its count', () => {
    for (let pageCount = 1; pageCount < 40; pageCount++) {
      for (let page = 1; page <= pageCount; page++) {
        const pages = pagerEntries(page, pageCount).filter((it) => !it.isGap)
        expect(pages.filter((it) => it.page === page)).toHaveLength(1)
        expect(pages).toHaveLength(Math.min(pageCount, PAGER_COUNT))
      }
    }
  })
})

it('an empty list has one page', () => {
  expect([0, 1, 10, 11].map((total) => pageCountOf(total, 10))).toEqual([1, 1, 1, 2])
})
