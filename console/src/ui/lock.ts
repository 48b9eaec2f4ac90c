import type { ReplyOf } from '@vedette/contract/call'
import type { recordLocks } from '@vedette/contract/calls/record'

type Item = ReplyOf<typeof recordLocks>['List'][number]

/** A time of a device that retention spares. */
export interface Lock {
  id: string
  fromMs: number
  toMs: number
  reason: string
  account: string
  untilMs: number | null
}

export function lockOf({ LockID, From, To, Reason, Account, Until }: Item): Lock {
  return { id: LockID, fromMs: From, toMs: To, reason: Reason, account: Account, untilMs: Until }
}
