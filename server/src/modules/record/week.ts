/** Tells that other streams are to be recorded from now on where a weekly schedule says so. */
import type { Clock, Timer } from '../../engines/clock.ts'
import { repeat } from '../../engines/repeat.ts'
import { modeAt } from './modes.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'

const LOOK_MS = 15_000

interface Needs {
  policies: PolicyStore
  clock: Clock
  policiesChanged: (companyId: string) => Promise<void>
  onError: (error: unknown) => void
}

export class Week {
  readonly #needs: Needs
  readonly #timer: Timer
  /** What each company recorded when it was looked last. */
  #known = new Map<string, string>()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = repeat(needs.clock, LOOK_MS, () => this.#look(), needs.onError)
  }

  close(): void {
    this.#timer.stop()
  }

  async #look(): Promise<void> {
    const { policies, clock, policiesChanged } = this.#needs
    const known = new Map<string, string>()
    for (const companyId of await policies.companiesByTheWeek()) {
      const [inForce, zone] = [await policiesOf(policies, companyId), await policies.timeZone(companyId)]
      const now = inForce.devices.map(({ did }) => {
        const { policy } = inForce.ofDevice(did)
        return (['main', 'sub'] as const).map((quality) => modeAt(policy, quality, clock.now(), zone)).join()
      })
      known.set(companyId, now.join(' '))
      if (this.#known.get(companyId) !== now.join(' ')) await policiesChanged(companyId)
    }
    this.#known = known
  }
}
