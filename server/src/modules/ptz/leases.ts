/** One hand at a time: who moves a camera has it until 10 s after his last command. */
import { PTZ_LEASE_MS } from '@vedette/contract/calls/device-message'
import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import { FULL_ADMINISTRATOR } from '../../authority/rights.ts'
import type { Clock, Timer } from '../../engines/clock.ts'
import type { ChannelScope } from '../../video/channel.ts'

export interface Lease {
  sessionId: string
  account: string
  untilMs: number
}

interface Held extends Lease {
  roleStatus: number
  timer: Timer
}

interface LeasesNeeds {
  clock: Clock
  /** Hears of every hand that takes or leaves a camera. */
  tell: (place: ChannelScope, lease: Lease | undefined) => void
}

export class Leases {
  readonly #needs: LeasesNeeds
  readonly #held = new Map<string, Held>()

  constructor(needs: LeasesNeeds) {
    this.#needs = needs
  }

  of(place: ChannelScope): Lease | undefined {
    return this.#held.get(keyOf(place))
  }

  /** Takes or keeps a camera. Throws Refusal `cameraInHand`. Returns whether the hand is another than before. */
  take(place: ChannelScope, who: Pick<Principal, 'sessionId' | 'accountName' | 'roleStatus'>): boolean {
    const { clock, tell } = this.#needs
    const key = keyOf(place)
    const before = this.#held.get(key)
    const isNew = before?.sessionId !== who.sessionId
    if (before && isNew && !goesFirst(who, before))
      throw new Refusal('cameraInHand', { Account: before.account, Until: before.untilMs })
    before?.timer.stop()
    const held: Held = {
      sessionId: who.sessionId,
      account: who.accountName,
      roleStatus: who.roleStatus,
      untilMs: clock.now() + PTZ_LEASE_MS,
      timer: clock.after(PTZ_LEASE_MS, () => {
        this.#held.delete(key)
        tell(place, undefined)
      }),
    }
    this.#held.set(key, held)
    if (isNew) tell(place, held)
    return isNew
  }

  /** Lets go before the time is over. */
  release(place: ChannelScope): void {
    const held = this.#held.get(keyOf(place))
    if (!held) return
    held.timer.stop()
    this.#held.delete(keyOf(place))
    this.#needs.tell(place, undefined)
  }

  close(): void {
    for (const { timer } of this.#held.values()) timer.stop()
    this.#held.clear()
  }
}

function goesFirst(who: Pick<Principal, 'roleStatus'>, before: Held): boolean {
  return who.roleStatus === FULL_ADMINISTRATOR && before.roleStatus !== FULL_ADMINISTRATOR
}

export function keyOf({ companyId, did, channel }: ChannelScope): string {
  return `${companyId} ${did} ${channel}`
}
