/** The shared pager's numbers: section 9. */

/** Page sizes of the shared pager, and the default. */
export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100]
/** Page sizes of the listing of accounts. */
export const ACCOUNT_PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50, 100]
export const DEFAULT_PAGE_SIZE = 10
/** Pager count: how many places the row of numbers has at most; odd, 5 to 21. */
export const PAGER_COUNT = 7

export interface PagerEntry {
  page: number
  /** Stands for the pages between: leads as many pages on as are shown in the middle. */
  isGap: boolean
}

export function pageCountOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The first and the last page, and those about the current one. */
export function pagerEntries(page: number, pageCount: number, count = PAGER_COUNT): PagerEntry[] {
  if (pageCount <= count) return pagesFrom(1, pageCount)
  const middle = count - 2
  const start = Math.min(Math.max(page - Math.floor(middle / 2), 2), pageCount - middle)
  const gap = (to: number): PagerEntry => ({ page: Math.min(Math.max(to, 1), pageCount), isGap: true })
  return [
    { page: 1, isGap: false },
    ...(start > 2 ? [gap(page - middle)] : []),
    ...pagesFrom(start, middle),
    ...(start + middle < pageCount ? [gap(page + middle)] : []),
    { page: pageCount, isGap: false },
  ]
}

function pagesFrom(start: number, length: number): PagerEntry[] {
  return Array.from({ length }, (_, i) => ({ page: start + i, isGap: false }))
}
