/** Wires the pictures that people upload: kept, shown at signed addresses, and swept away when nobody shows them. */
import type { Authority } from './authority/authority.ts'
import type { Blobs } from './engines/blobs/blobs.ts'
import type { Clock } from './engines/clock.ts'
import type { Pictures } from './engines/pictures/pictures.ts'
import type { SecretBox } from './engines/secret-box.ts'
import type { Storage } from './engines/storage/storage.ts'
import type { Throttle } from './engines/throttle.ts'
import type { HttpServer } from './http/server.ts'
import { pathSigner } from './http/signed-path.ts'
import type { MediaRoute } from './http/media.ts'
import type { Route } from './http/route.ts'
import type { SignedUrls } from './http/signed-urls.ts'
import { type Album, openAlbum } from './modules/album/index.ts'
import { communityModule, type SheetNeeds } from './modules/community/index.ts'
import { floorPlanModule } from './modules/floor-plan/index.ts'
import { type DevicePhotos, devicePhotos } from './modules/device/index.ts'
import {
  createKeptPictures,
  IMAGE_PATH,
  type KeptPictures,
  openPictureKeeping,
  PICTURE_SWEEP_MS,
  type PictureKeeping,
} from './modules/picture/index.ts'

interface Needs {
  authority: Pick<Authority, 'principalOf' | 'authorize'>
  storage: Storage
  blobs: Blobs
  pictures: Pictures
  secretBox: SecretBox
  clock: Clock
  agedAt: () => number
  throttle: Throttle
  signedUrls: SignedUrls
  newId: () => string
  isTelecom: boolean
  http: Pick<HttpServer, 'serveFiles'>
  onError: (error: unknown) => void
}

interface UploadedPictures {
  keptPictures: KeptPictures
  photos: DevicePhotos
  album: Album
  keeping: PictureKeeping
  /** Routes of what is mostly pictures: the album, the community's people and vehicles, floor plans. */
  routes(sheets: SheetNeeds): Route[]
  media: MediaRoute[]
  stop(): Promise<void>
}

export function openUploadedPictures({ secretBox, http, onError, ...needs }: Needs): UploadedPictures {
  const keptPictures = createKeptPictures({
    ...needs,
    signer: pathSigner(secretBox.derivedKey('signed paths')),
  })
  const sweeping = needs.clock.every(PICTURE_SWEEP_MS, () => void keptPictures.sweep().catch(onError))
  http.serveFiles(IMAGE_PATH, (path, query, ids) => keptPictures.find(path, query, ids))
  const photos = devicePhotos({ storage: needs.storage, keptPictures })
  const album = openAlbum({ ...needs, keptPictures })
  const keeping = openPictureKeeping({ ...needs, onError })
  keeping.add(album.source)
  return {
    keptPictures,
    photos,
    album,
    keeping,
    routes: (sheets) => [
      ...album.routes,
      ...keeping.routes,
      ...floorPlanModule({ ...needs, keptPictures }),
      ...communityModule({ ...needs, ...sheets, keptPictures }),
    ],
    media: album.media,
    async stop() {
      sweeping.stop()
      await keeping.stop()
    },
  }
}
