/** The pictures of events: a PNG and a small WebP of each, encoded anew, in files named by the picture. */
import type { EventBox } from '@vedette/contract/events'

import type { Blobs } from '../../engines/blobs/blobs.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Pictures } from '../../engines/pictures/pictures.ts'
import type { EventStore } from './store.ts'

const LONGEST = { webp: 480, png: 1280 }

export type SnapshotForm = 'png' | 'webp'

interface Needs {
  store: EventStore
  blobs: Blobs
  pictures: Pick<Pictures, 'snapshot'>
  clock: Clock
  newId: () => string
}

export interface SnapshotKeeper {
  /** Returns whether it is a picture and the event is still there. */
  keep(companyId: string, eventId: string, bytes: Buffer, box?: EventBox): Promise<boolean>
  get(companyId: string, id: string, form: SnapshotForm): Promise<Buffer | undefined>
  delete(companyId: string, ids: readonly string[]): Promise<void>
}

const fileOf = (id: string, form: SnapshotForm): string => `${id}${form}`

export function snapshotKeeper({ store, blobs, pictures, clock, newId }: Needs): SnapshotKeeper {
  const drop = async (companyId: string, ids: readonly string[]): Promise<void> => {
    for (const id of ids)
      await Promise.all([
        blobs.delete(companyId, fileOf(id, 'png')),
        blobs.delete(companyId, fileOf(id, 'webp')),
      ])
  }
  return {
    async keep(companyId, eventId, bytes, box) {
      const snapshot = await pictures.snapshot(bytes, LONGEST)
      if (!snapshot) return false
      const id = newId()
      const { png, webp } = snapshot
      await Promise.all([
        blobs.put(companyId, fileOf(id, 'png'), png),
        blobs.put(companyId, fileOf(id, 'webp'), webp),
      ])
      const picture = { id, at: clock.now(), box: box ? JSON.stringify(box) : '' }
      const isKept = await store.addPicture(companyId, eventId, {
        ...picture,
        bytes: png.length + webp.length,
      })
      // It was deleted meanwhile.
      if (!isKept) await drop(companyId, [id])
      return isKept
    },
    get: (companyId, id, form) => blobs.get(companyId, fileOf(id, form)),
    delete: drop,
  }
}
