/** A length of time: 04:30, or 1:04:30 from an hour on. */
export function lengthText(ms: number): string {
  const s = Math.round(ms / 1000)
  const two = (it: number): string => String(it).padStart(2, '0')
  const clock = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
  return s >= 3600 ? `${Math.floor(s / 3600)}:${clock}` : clock
}
