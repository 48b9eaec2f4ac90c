const WINDOW_S = 10
/** One lost packet says nothing of a connection. */
const FEWEST_LOST = 3

/** How many of a hundred packets were lost on the way in the last ten seconds. */
export class LossMeter {
  #losses: { atUs: number; lost: number; of: number }[] = []

  /** `of`: packets since the last loss, those that are missing included. */
  add(nowUs: number, lost: number, of: number): void {
    const last = this.#losses.at(-1)
    // A second's losses are one, so that a wild stream keeps no list of all.
    if (last && Math.abs(nowUs - last.atUs) < 1e6) {
      last.lost += lost
      last.of += of
    } else this.#losses.push({ atUs: nowUs, lost, of })
  }

  percent(nowUs: number): number {
    this.#losses = this.#losses.filter(({ atUs }) => Math.abs(nowUs - atUs) <= WINDOW_S * 1e6)
    const lost = this.#losses.reduce((sum, each) => sum + each.lost, 0)
    const of = this.#losses.reduce((sum, each) => sum + each.of, 0)
    return lost < FEWEST_LOST ? 0 : Math.round((lost * 100) / of)
  }
}
