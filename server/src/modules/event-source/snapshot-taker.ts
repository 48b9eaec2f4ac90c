/** Takes the picture of an alarm's moment: the camera's own, else the recorder's latest key frame. */
import { Refusal } from '@vedette/contract/codes'
import type { AddressCheck } from '@vedette/devices/driver'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { ownPicture } from '@vedette/devices/onvif/snapshot'

import type { Clock } from '../../engines/clock.ts'
import { Semaphore } from '../../http/semaphore.ts'
import type { EventIntake } from '../event/index.ts'

const AT_ONCE = 2
const LONGEST_LINE = 60
/** A person is in the middle of the picture a moment after the first motion. */
const AFTER_MS = 1000
/** A camera that has no pictures to give is asked again so much later; one that was too busy soon. */
const WITHOUT_MS = 10 * 60_000
const BUSY_MS = 5000
/** Just after a start nothing has been recorded yet, and cameras have much to do: asked for once more. */
const AGAIN_MS = 6000

export interface SnapshotOrder {
  companyId: string
  did: string
  channel: number
  eventId: string
  at: number
  /** An open conversation with the camera, where there is one. */
  client?: OnvifClient
}

export interface SnapshotTaker {
  /** Takes it in its turn; without any picture the event has none. */
  take(order: SnapshotOrder): void
  /** Whether none waits for its turn. */
  isIdle(): boolean
}

interface Needs {
  intake: Pick<EventIntake, 'addPicture'>
  checkAddress: AddressCheck
  keyFrameAt: (companyId: string, did: string, channel: number, atMs: number) => Promise<Buffer | undefined>
  clock: Clock
  onError: (error: unknown) => void
}

export function snapshotTaker({ intake, checkAddress, keyFrameAt, clock, onError }: Needs): SnapshotTaker {
  const semaphore = new Semaphore(AT_ONCE, LONGEST_LINE)
  let underWay = 0
  const without = new Map<string, number>()

  const own = async ({ did, channel, client }: SnapshotOrder): Promise<Buffer | undefined> => {
    if (!client || (without.get(did) ?? 0) > clock.now()) return undefined
    const { bytes, isOffered } = await ownPicture(client, channel, checkAddress)
    if (!bytes) without.set(did, clock.now() + (isOffered ? BUSY_MS : WITHOUT_MS))
    return bytes
  }

  /** Returns whether there was one; `afterMs`: so long after the alarm's moment it may be of. */
  const take = async (order: SnapshotOrder, afterMs: number): Promise<boolean> => {
    const { companyId, did, channel, eventId, at } = order
    const camera = await own(order)
    if (camera && (await intake.addPicture(eventId, camera))) return true
    const recorded = await keyFrameAt(companyId, did, channel, Math.min(at + afterMs, clock.now()))
    return recorded !== undefined && intake.addPicture(eventId, recorded)
  }

  const inTurn = async (order: SnapshotOrder, afterMs: number): Promise<boolean> => {
    underWay++
    try {
      return await semaphore.take(() => take(order, afterMs))
    } catch (error) {
      // So many alarms at once that some have no picture: the alarms themselves are there.
      if (!(error instanceof Refusal)) onError(error)
      return true
    } finally {
      underWay--
    }
  }

  return {
    isIdle: () => underWay < AT_ONCE,
    take(order) {
      void inTurn(order, AFTER_MS).then((isDone) => {
        if (!isDone) clock.after(AGAIN_MS, () => void inTurn(order, AFTER_MS + AGAIN_MS))
      })
    },
  }
}
