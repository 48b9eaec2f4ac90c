import { CallFailure } from '../../../wire/failure.ts'

/** Whether it was done; a refusal has been said already. */
export async function quietly(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    return false
  }
}
