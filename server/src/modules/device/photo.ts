/** Photos of where devices hang; pictures of their video go to the album. */
import { deviceRemoveImage, deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve, serveUpload } from '../../http/route.ts'
import type { Album } from '../album/index.ts'
import type { KeptPictures } from '../picture/index.ts'
import { photoStore } from './photo-store.ts'

/** An installer looks at it to find the screw. */
const LONGEST_SIDE = 1600

export interface DevicePhotos {
  of(
    session: Pick<Principal, 'companyId' | 'sessionId'>,
    did: string,
  ): Promise<{ Url: string; Time: number } | undefined>
  /** Called by what takes devices away, before it does; the function it returns is run once they are gone. */
  leaving(companyId: string, dids: readonly string[]): Promise<() => Promise<void>>
}

interface Needs {
  storage: Storage
  clock: Clock
  keptPictures: KeptPictures
  album: Pick<Album, 'keep'>
}

export function devicePhotos({
  storage,
  keptPictures,
}: Pick<Needs, 'storage' | 'keptPictures'>): DevicePhotos {
  const store = photoStore(storage)
  return {
    async of(session, did) {
      const photo = await store.of(session.companyId, did)
      const right = { of: 'device', id: did } as const
      return photo && { Url: keptPictures.urlOf(session, photo.picture_id, right), Time: photo.taken_at }
    },
    async leaving(companyId, dids) {
      const ids = await store.pictures(companyId, dids)
      return () => keptPictures.delete(companyId, ids)
    },
  }
}

export function photoRoutes({ storage, clock, keptPictures, album }: Needs): Route[] {
  const store = photoStore(storage)
  return [
    serveUpload(deviceUploadImage, async (files, session, body) => {
      const { companyId } = session
      const { DID } = body
      if (body.Purpose === 'album') {
        const snapshot = { did: DID, channel: body.Channel, source: body.Source, takenAt: body.Time }
        const kept = await album.keep(session, files, snapshot)
        return { Url: kept.url, DID, Time: kept.takenAt, PictureID: kept.id }
      }
      const { id } = await keptPictures.keep(session, files, LONGEST_SIDE)
      const Time = clock.now()
      const before = await store.put(companyId, DID, id, Time)
      if (!before) {
        await keptPictures.delete(companyId, [id])
        throw new Refusal('noDeviceInformation')
      }
      if (before.id !== null) await keptPictures.delete(companyId, [before.id])
      return { Url: keptPictures.urlOf(session, id, { of: 'device', id: DID }), DID, Time }
    }),

    serve(deviceRemoveImage, async ({ DID }, { companyId }) => {
      const before = await store.remove(companyId, DID)
      await keptPictures.delete(companyId, before)
      return {}
    }),
  ]
}
