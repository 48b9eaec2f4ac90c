import {
  type AlbumPicture,
  deleteImage,
  fetchAlbum,
  imageDownloadUrl,
  imageList,
} from '@vedette/contract/calls/album'
import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import { clockIn } from '../../engines/local-day.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { zipStream } from '../../engines/zip.ts'
import { attachment } from '../../http/attachment.ts'
import type { MediaAnswer, MediaRoute } from '../../http/media.ts'
import { type Route, serve } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import type { UploadedFile } from '../../http/upload.ts'
import type { KeptPictures, PictureSource } from '../picture/index.ts'
import { deletePictures, entriesOf, fileNameOf, keepSnapshot, type NewPicture } from './album.ts'
import { Selections } from './selections.ts'
import { type AlbumRow, albumStore } from './store.ts'

interface Needs {
  storage: Storage
  keptPictures: KeptPictures
  signedUrls: SignedUrls
  clock: Clock
  /** Pictures are found by a part of the CTEI too. */
  isTelecom: boolean
}

export interface Album {
  routes: Route[]
  media: MediaRoute[]
  /** What the keeping of pictures may take. */
  source: PictureSource
  /** Keeps the one picture of an upload. */
  keep(
    session: Principal,
    files: readonly UploadedFile[],
    snapshot: NewPicture,
  ): Promise<{ id: string; url: string; takenAt: number }>
}

export function openAlbum({ storage, keptPictures, signedUrls, clock, isTelecom }: Needs): Album {
  const store = albumStore(storage, isTelecom)
  const needs = { store, keptPictures, clock }
  const selections = new Selections(clock)

  const itemOf = (session: Principal, row: AlbumRow & { license?: string | null }): AlbumPicture => ({
    PictureID: row.id,
    Url: keptPictures.urlOf(session, row.id, { of: 'album', id: row.id }),
    ThumbUrl: keptPictures.urlOf(session, row.thumb_id, { of: 'album', id: row.id }),
    DID: row.did,
    License: row.license ?? '',
    DevName: row.dev_name,
    DevType: row.dev_type,
    Model: row.model,
    GID: row.region_id ?? '',
    GroupName: row.region_name,
    Time: row.taken_at,
    Channel: row.channel,
    Source: row.source,
    Account: row.account,
    SavedAt: row.saved_at,
    Width: row.width,
    Height: row.height,
    Bytes: row.bytes,
    Sha256: row.sha256,
  })

  return {
    keep: (session, files, snapshot) => keepSnapshot(session, files, snapshot, needs),

    source: {
      taken: (companyId) => store.taken(companyId),
      oldest: (...of) => store.oldest(...of),
      drop: async (companyId, ids) => void (await deletePictures(companyId, ids, needs)),
    },

    routes: [
      serve(imageList, async ({ Page, PageSize, ...asked }, session) => {
        const { companyId, regions } = session
        const filter = {
          regionId: asked.GID,
          keyword: asked.Keyword,
          devTypes: asked.DevTypes,
          from: asked.From,
          to: asked.To,
        }
        const [Total, rows] = await Promise.all([
          store.total(companyId, regions, filter),
          store.page(companyId, regions, filter, (Page - 1) * PageSize, PageSize),
        ])
        return { Total, List: rows.map((row) => itemOf(session, row)) }
      }),

      serve(deleteImage, async ({ PictureIDs }, { companyId }, visitor) => {
        const Deleted = await deletePictures(companyId, PictureIDs, needs)
        visitor.tell({ count: Deleted })
        return { Deleted }
      }),

      serve(imageDownloadUrl, async ({ PictureIDs }, session) => {
        const selection = selections.add(session.companyId, session.accountId, PictureIDs)
        return { Url: signedUrls.sign(fetchAlbum.path, { selection }, session) }
      }),
    ],

    media: [
      {
        call: fetchAlbum,
        async handle(query, { companyId, accountId, regions }): Promise<MediaAnswer> {
          const ids = selections.find(companyId, accountId, query.get('selection') ?? '')
          const rows = ids ? await store.some(companyId, regions, ids) : []
          const [first] = rows
          if (!first) throw new Refusal('imageLoadFailed')
          const details = { count: rows.length }
          const timeOf = clockIn(await store.timeZone(companyId))
          if (rows.length > 1)
            return {
              type: 'application/zip',
              headers: attachment(`album ${fileNameOf(first, timeOf).replace(/\.webp$/, '')}.zip`),
              details,
              body: () => zipStream(entriesOf(rows, timeOf, needs)),
            }
          const bytes = await keptPictures.bytesOf(companyId, first.id)
          if (!bytes) throw new Refusal('imageLoadFailed')
          return {
            type: 'image/webp',
            headers: attachment(fileNameOf(first, timeOf)),
            details,
            bytes: bytes.length,
            body: async function* (from, to) {
              yield bytes.subarray(from, to)
            },
          }
        },
      },
    ],
  }
}
