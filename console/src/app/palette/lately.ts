/** What a person chose in the palette last, kept by this browser until the logout. */
import { z } from 'zod'

import { stored } from '../stored.ts'

/** A device's name is kept with it: it is not among what stands there before something is typed. */
const Chosen = z.object({ id: z.string().max(200), name: z.string().max(200).optional() })
export type Chosen = z.infer<typeof Chosen>

const Kept = z.record(z.string(), z.array(Chosen))

const MOST = 5

export function latelyOf(account: string): readonly Chosen[] {
  return (stored.read('lately', Kept)?.[account] ?? []).slice(0, MOST)
}

export function rememberChosen(account: string, chosen: Chosen): void {
  const others = latelyOf(account).filter(({ id }) => id !== chosen.id)
  const kept = { ...stored.read('lately', Kept), [account]: [chosen, ...others].slice(0, MOST) }
  stored.write('lately', kept)
}
