import type { Figures } from '../../player/figures.ts'

/** `2.1 Mb/s`, `640 kb/s` */
export function rateText(kbps: number): string {
  return kbps >= 1000 ? `${(kbps / 1000).toFixed(1)} Mb/s` : `${kbps} kb/s`
}

/** `180 ms`, `2.4 s`; a dash before the clocks have been compared. A clock's error may make a fresh picture come from the future. */
export function ageText(ageMs: Figures['ageMs']): string {
  if (ageMs === undefined) return '–'
  const age = Math.max(0, ageMs)
  return age >= 1000 ? `${(age / 1000).toFixed(1)} s` : `${Math.round(age)} ms`
}
