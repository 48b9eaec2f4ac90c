/** Why a device did not do what it was asked. */

/**
 * `certificate`: it can't be verified, and is to be. `notSupported`: it has no such service or action. `refused`: it has, and said no.
 * `protocol`: its answer is no answer.
 */
export type OnvifReason =
  | 'unreachable'
  | 'certificate'
  | 'credentials'
  | 'notSupported'
  | 'refused'
  | 'protocol'

/** Thrown within the client; `outcomeOf` makes it an outcome. `detail` is one sentence without credentials. */
export class OnvifFault extends Error {
  override readonly name = 'OnvifFault'
  readonly reason: OnvifReason

  constructor(reason: OnvifReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

export type OnvifOutcome<T> = { ok: true; value: T } | { ok: false; reason: OnvifReason; detail: string }

/** What work with a device came to; a bug still rejects. */
export async function outcomeOf<T>(work: Promise<T>): Promise<OnvifOutcome<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    if (error instanceof OnvifFault) return { ok: false, reason: error.reason, detail: error.message }
    throw error
  }
}

/** The value, or another one where the device has no such thing. */
export async function orIfMissing<T, Other>(work: Promise<T>, other: Other): Promise<T | Other> {
  const outcome = await outcomeOf(work)
  if (outcome.ok) return outcome.value
  if (outcome.reason === 'notSupported' || outcome.reason === 'refused' || outcome.reason === 'protocol')
    return other
  throw new OnvifFault(outcome.reason, outcome.detail)
}
