const FIRST_MS = 500
const LONGEST_MS = 8000

/** How long to wait before the attempt of this number, counted from 1. */
export function backOffMs(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10))
}
