/** Pictures that accounts show of themselves. */
import { fault } from '@vedette/contract/reasons'

import type { Blobs } from '../../engines/blobs/blobs.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Pictures } from '../../engines/pictures/pictures.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { PathSigner } from '../../http/signed-path.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { pictureStore } from './picture-store.ts'

export const IMAGE_PATH = '/vms/media/image'
const SHOWN_MS = 24 * 60 * 60 * 1000
/** Longer than its address is good for choosing it. */
export const UNUSED_MS = SHOWN_MS + 60 * 60 * 1000
export const SWEEP_MS = 6 * 60 * 60 * 1000
const PICTURES_OF_SWEEP = 500
const MOST_BYTES = 5 * 1024 * 1024
const LONGEST_SIDE = 512
const LIMITS = { Megabytes: 5, Megapixels: 24 }

interface Needs {
  storage: Storage
  blobs: Blobs
  pictures: Pictures
  signer: PathSigner
  clock: Clock
  newId: () => string
}

export type Avatars = ReturnType<typeof createAvatars>

export function createAvatars({ storage, blobs, pictures, signer, clock, newId }: Needs) {
  const store = pictureStore(storage)
  const pathOf = (companyId: string, id: string): string => `${IMAGE_PATH}/${companyId}/${id}`
  const urlOf = (companyId: string, id: string): string =>
    signer.sign(pathOf(companyId, id), clock.now() + SHOWN_MS)
  const deletePicture = async (companyId: string, id: string): Promise<void> => {
    await blobs.delete(companyId, id)
    await store.forget(companyId, id)
  }
  return {
    urlOf,

    /** Keeps the one picture of an upload and answers its address. */
    async keep(companyId: string, files: readonly UploadedFile[]): Promise<string> {
      const [file] = files
      if (!file) throw fault('badInput', 'file', 'chooseImage')
      if (files.length > 1) throw fault('badInput', 'file', 'oneImage')
      if (file.bytes.length > MOST_BYTES) throw fault('badInput', 'file', 'imageTooLarge', LIMITS)
      const outcome = await pictures.reencode(file.bytes, LONGEST_SIDE)
      if (outcome.kind === 'noPicture') throw fault('badInput', 'file', 'onlyImages')
      if (outcome.kind === 'tooLarge') throw fault('badInput', 'file', 'imageTooLarge', LIMITS)
      const id = newId()
      // Noted first: a file that nobody knows of would stay.
      await store.add(companyId, id, clock.now())
      await blobs.put(companyId, id, outcome.webp)
      return urlOf(companyId, id)
    },

    /** The picture that an address of `keep` shows; throws for one that is not of this company or has ended. */
    idOf(companyId: string, url: string): string {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const id = pathname.split('/').at(-1) ?? ''
      const query = { e: searchParams.get('e') ?? '', s: searchParams.get('s') ?? '' }
      if (pathname !== pathOf(companyId, id) || !signer.isGood(pathname, query, clock.now()))
        throw fault('badInput', 'Icon', 'imageNotHere')
      return id
    },

    delete: deletePicture,

    /** Deletes what was uploaded and is no account's, or no longer. */
    async sweep(): Promise<void> {
      for (const { company_id, id } of await store.unused(clock.now() - UNUSED_MS, PICTURES_OF_SWEEP))
        await deletePicture(company_id, id)
    },

    async find(path: string, query: { e?: string; s?: string }, ids: { companyId: string; id: string }) {
      if (!signer.isGood(path, query, clock.now())) return undefined
      const bytes = await blobs.get(ids.companyId, ids.id)
      return bytes && { type: 'image/webp', bytes }
    },
  }
}
