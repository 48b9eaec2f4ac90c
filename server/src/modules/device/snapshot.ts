import type { probePicture } from '@vedette/contract/calls/device'
import type { ReplyOf } from '@vedette/contract/call'
import type { Access, AllowedAddress, AddressCheck, Launder, SnapshotOutcome } from '@vedette/devices/driver'

import type { Pictures } from '../../engines/pictures/pictures.ts'
import type { Semaphore } from '../../http/semaphore.ts'
import { allowed, probeRefusal } from './probe.ts'

export interface SnapshotNeeds {
  checkAddress: AddressCheck
  snapshot: (
    address: AllowedAddress,
    access: Access,
    check: AddressCheck,
    launder: Launder,
  ) => Promise<SnapshotOutcome>
  pictures: Pictures
  /** Each is a conversation with a device, and may be a session of video. */
  snapshotSemaphore: Semaphore
}

const LONGEST_SIDE = 640

/** What the device at the address sees now. */
export async function snapshotAt(
  typed: string,
  access: Access,
  needs: SnapshotNeeds,
): Promise<ReplyOf<typeof probePicture>> {
  const { checkAddress, pictures, snapshot, snapshotSemaphore } = needs
  const address = await allowed('Url', typed, needs)
  const launder: Launder = async (file) => {
    const outcome = await pictures.reencode(file, LONGEST_SIDE)
    return outcome.kind === 'picture' ? outcome.webp : undefined
  }
  const outcome = await snapshotSemaphore.take(() => snapshot(address, access, checkAddress, launder))
  if (!outcome.ok) throw probeRefusal(outcome)
  const { form, bytes } = outcome.snapshot
  return { Type: form === 'picture' ? 'image/webp' : 'video/mp4', Data: bytes.toString('base64') }
}
