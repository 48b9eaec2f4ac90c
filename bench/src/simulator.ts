import type { Simulator } from '../../e2e/src/support/simulator.ts'

/** The address with the simulator's login in it, as other programs want it. */
export function urlFor(simulator: Simulator, url: string): string {
  const address = new URL(url)
  address.username = simulator.username
  address.password = simulator.password
  return address.href
}
