import type { VideoFormat } from '../access-unit.ts'

/** Larger ones are not kept. */
export const MAX_SET_BYTES = 4096

/** The parameter sets in force: first those of the session description, then those sent in band. */
export interface ParameterSets {
  learn(set: Buffer): void
  /** Whether something changed since the last time it was asked. */
  takeChange(): boolean
  /** `undefined` while sets are missing, or with a `refusal` where they can't be used. */
  format(): VideoFormat | undefined
  readonly refusal: string | undefined
}
