/** Why an attempt failed, as it is kept and told. */
import { FORWARD_TROUBLES } from '@vedette/contract/calls/alarm-settings'
import { z } from 'zod'

import { OutgoingFault } from '../../engines/outgoing.ts'

const LONGEST = 300
/** What the columns of faults hold; rows of earlier versions hold the detail alone. */
const Kept = z.object({ trouble: z.enum(FORWARD_TROUBLES), status: z.int(), detail: z.string() })
export type ForwardFault = z.infer<typeof Kept>

/** It was reached, and did not take the message. */
export class NotTaken extends Error {
  readonly trouble: 'answered' | 'login'
  readonly status: number

  constructor(trouble: NotTaken['trouble'], status: number, message: string) {
    super(message)
    this.name = 'NotTaken'
    this.trouble = trouble
    this.status = status
  }
}

export function faultOf(error: unknown): ForwardFault {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST)
  if (error instanceof NotTaken) return { trouble: error.trouble, status: error.status, detail }
  return { trouble: error instanceof OutgoingFault ? error.trouble : '', status: 0, detail }
}

export function readFault(text: string): ForwardFault {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    // Kept by an earlier version, or none.
    return { trouble: '', status: 0, detail: text }
  }
}
