import { networkOf } from './network.ts'

/** So many places for all, of which one address has at most its share: it cannot shut the others out. */
export class Quota {
  readonly #total: number
  readonly #ofAddress: number
  readonly #taken = new Map<string, number>()
  #count = 0

  constructor(total: number, ofAddress: number) {
    this.#total = total
    this.#ofAddress = ofAddress
  }

  /** Returns how the place is given back, which may be said twice; undefined when there is none. */
  take(address: string): (() => void) | undefined {
    const network = networkOf(address)
    const taken = this.#taken.get(network) ?? 0
    if (this.#count >= this.#total || taken >= this.#ofAddress) return undefined
    this.#count++
    this.#taken.set(network, taken + 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#giveBack(network)
      isHeld = false
    }
  }

  #giveBack(network: string): void {
    this.#count--
    const left = (this.#taken.get(network) ?? 1) - 1
    if (left === 0) this.#taken.delete(network)
    else this.#taken.set(network, left)
  }
}
