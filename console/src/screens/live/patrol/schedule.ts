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

export interface DueTour {
  tour: PatrolTour
  /** The day on which its run began. */
  run: string
}

/** The tours whose time it is; `day` and `clock` as above. */
export function dueOf(tours: readonly PatrolTour[], day: string, clock: string): DueTour[] {
  return tours.flatMap((tour) => {
    const run = runOf(tour.Schedule, day, clock)
    return run === undefined ? [] : { tour, run }
  })
}

/** `notNow`: the wall takes none at the moment. `tooFew`: it has no more devices than the wall has windows. */
export type Beginning = 'begun' | 'notNow' | 'tooFew'

interface ScheduledWall {
  /** A patrol runs, of the schedule or begun by hand. */
  isRunning: boolean
  begin: (tour: PatrolTour) => Beginning
  stop: () => void
}

interface ScheduleNews {
  is: 'begun' | 'tooFew'
  name: string
}

/** What the schedule does with one wall. It outlives the page: what somebody stopped does not begin again with the next visit. */
export class WallSchedule {
  /** What it began and what runs; a patrol begun by hand is not its to end. */
  #own: string | undefined
  /** Tours with the run that they are not begun in any more. */
  readonly #stopped = new Map<string, string>()
  /** Tours with the run of which was said that it cannot begin. */
  readonly #told = new Map<string, string>()

  /** Ends what is over and begins the first that can. Returns what is to be said. */
  look(due: readonly DueTour[], { isRunning, begin, stop }: ScheduledWall): ScheduleNews | undefined {
    if (isRunning) {
      if (this.#own === undefined || due.some(({ tour }) => tour.TourID === this.#own)) return undefined
      this.#own = undefined
      stop()
    }
    const wanted = due.filter(({ tour, run }) => this.#stopped.get(tour.TourID) !== run)
    for (const { tour } of wanted) {
      const beginning = begin(tour)
      if (beginning === 'notNow') return undefined
      if (beginning === 'tooFew') continue
      this.#own = tour.TourID
      return { is: 'begun', name: tour.Name }
    }
    const [first] = wanted.filter(({ tour, run }) => this.#told.get(tour.TourID) !== run)
    for (const { tour, run } of wanted) this.#told.set(tour.TourID, run)
    return first && { is: 'tooFew', name: first.tour.Name }
  }

  /** No patrol runs any more. Where it was the schedule's, somebody wants none now: what is due waits for its next run. */
  ended(due: readonly DueTour[]): void {
    if (this.#own !== undefined) for (const { tour, run } of due) this.#stopped.set(tour.TourID, run)
    this.#own = undefined
  }

  /** The page is left, and the patrol with it, though nobody stopped it. */
  left(): void {
    this.#own = undefined
  }
}
