/** What the check of recordings finds wrong, as an event of the camera. */
import type { CheckFault } from '@vedette/contract/calls/record-check'

import type { EventIntake } from '../event/index.ts'

interface Wrong {
  companyId: string
  did: string
  channel: number
  at: number
  faults: readonly CheckFault[]
}

export function checkEvents({ intake }: { intake: Pick<EventIntake, 'begin'> }) {
  return ({ faults, ...wrong }: Wrong): ReturnType<EventIntake['begin']> =>
    intake.begin({ ...wrong, type: 'proof', origin: 'server', identName: faults.join(',') })
}
