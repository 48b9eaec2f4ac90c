import type { probePicture } from '@vedette/contract/calls/device'
import type { ReplyOf } from '@vedette/contract/call'
import type { Access, AllowedAddress, Judge, Launder, StillOutcome } from '@vedette/devices/driver'

import type { Pictures } from '../../engines/pictures/pictures.ts'
import type { Turns } from '../../http/turns.ts'
import { allowed, probeRefusal } from './probe.ts'

export interface StillNeeds {
  checkAddress: Judge
  still: (address: AllowedAddress, access: Access, judge: Judge, launder: Launder) => Promise<StillOutcome>
  pictures: Pictures
  /** Each is a conversation with a device, and may be a session of video. */
  stillTurns: Turns
}

const LONGEST_SIDE = 640

/** What the device at the address sees now. */
export async function stillAt(
  typed: string,
  access: Access,
  needs: StillNeeds,
): Promise<ReplyOf<typeof probePicture>> {
  const { checkAddress, pictures, still, stillTurns } = needs
  const address = await allowed('Url', typed, needs)
  const launder: Launder = async (file) => {
    const outcome = await pictures.reencode(file, LONGEST_SIDE)
    return outcome.kind === 'picture' ? outcome.webp : undefined
  }
  const outcome = await stillTurns.take(() => still(address, access, checkAddress, launder))
  if (!outcome.ok) throw probeRefusal(outcome)
  const { form, bytes } = outcome.still
  return { Type: form === 'picture' ? 'image/webp' : 'video/mp4', Data: bytes.toString('base64') }
}
