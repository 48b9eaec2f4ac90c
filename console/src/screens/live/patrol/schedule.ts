/** When a tour runs by itself. */
import type { PatrolTour } from '@vedette/contract/calls/patrol'

/** `day` is YYYY-MM-DD and `clock` HH:mm:ss of the company's zone. Returns the day on which the run began; undefined while it is not its time. */
export function runOf(
  { Days, From, To }: PatrolTour['Schedule'],
  day: string,
  clock: string,
): string | undefined {
  const now = clock.slice(0, 5)
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const isOn = (it: string): boolean => Days.includes(new Date(`${it}T00:00:00Z`).getUTCDay())
  if (From < To) return isOn(day) && now >= From && now < To ? day : undefined
  if (isOn(day) && now >= From) return day
  return isOn(before) && now < To ? before : undefined
}
