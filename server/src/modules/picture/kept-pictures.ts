/** Pictures that are shown: of accounts, of where devices hang, of the album, of residents and vehicles, of presets. */
import type { Call } from '@vedette/contract/call'
import { imageList } from '@vedette/contract/calls/album'
import { residentList, vehicleList } from '@vedette/contract/calls/community-people'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { ptzState } from '@vedette/contract/calls/device-message'
import { floorPlans } from '@vedette/contract/calls/floor-plan'
import { Refusal } from '@vedette/contract/codes'
import type { ObjectKind } from '@vedette/contract/ids'
import { MOST_PICTURE_BYTES, PICTURE_LIMITS } from '@vedette/contract/picture-limits'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import type { Principal } from '../../authority/principal.ts'
import type { Blobs } from '../../engines/blobs/blobs.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Pictures } from '../../engines/pictures/pictures.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Throttle } from '../../engines/throttle.ts'
import type { PathQuery, PathSigner } from '../../http/signed-path.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { pictureStore } from './store.ts'

export const IMAGE_PATH = '/vms/media/image'
const SHOWN_MS = 24 * 60 * 60 * 1000
/** Longer than its address is good for choosing it. */
export const UNUSED_MS = SHOWN_MS + 60 * 60 * 1000
export const SWEEP_MS = 6 * 60 * 60 * 1000
const PICTURES_OF_SWEEP = 500
/** Uploads per account: each costs a process of its own. */
export const UPLOADS = { limit: 30, windowMs: 15 * 60 * 1000 }

/** Who may be told of what a picture shows may see it, as long as he may. */
const SHOWN_BY = {
  device: { call: getDeviceInfo, kind: 'device' },
  album: { call: imageList, kind: 'picture' },
  floorPlan: { call: floorPlans, kind: 'region' },
  preset: { call: ptzState, kind: 'device' },
  resident: { call: residentList, kind: undefined },
  vehicle: { call: vehicleList, kind: undefined },
} as const satisfies Record<string, { call: Call; kind: ObjectKind | undefined }>

/** What it is shown for, and of which one: of nobody else where absent, as what one has just uploaded. */
export interface PictureRight {
  of: keyof typeof SHOWN_BY
  id: string
}
type Viewer = Pick<Principal, 'companyId' | 'sessionId'>

interface Needs {
  authority: Pick<Authority, 'principalOf' | 'authorize'>
  storage: Storage
  blobs: Blobs
  pictures: Pictures
  signer: PathSigner
  clock: Clock
  throttle: Throttle
  newId: () => string
}

export type KeptPictures = ReturnType<typeof createKeptPictures>

export function createKeptPictures(needs: Needs) {
  const { authority, storage, blobs, pictures, signer, clock, throttle, newId } = needs
  const store = pictureStore(storage)
  const pathOf = (companyId: string, id: string): string => `${IMAGE_PATH}/${companyId}/${id}`
  const urlOf = ({ companyId, sessionId }: Viewer, id: string, right?: PictureRight): string =>
    signer.sign(
      pathOf(companyId, id),
      clock.now() + SHOWN_MS,
      sessionId,
      right ? `${right.of} ${right.id}` : '',
    )
  /** Whether its session goes on and has the right still. */
  const maySee = async ({ u = '', o = '' }: PathQuery): Promise<boolean> => {
    const principal = await authority.principalOf(u)
    if (!principal || o === '') return principal !== undefined
    const [of = '', id = ''] = o.split(' ')
    if (!isShown(of)) return false
    const { call, kind } = SHOWN_BY[of]
    try {
      await authority.authorize(principal, call, kind ? [{ kind, id }] : [])
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const deletePictures = async (companyId: string, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    // Anyone who sees a picture can take its address for his own.
    const shown = await store.shown(companyId, ids)
    const gone = ids.filter((id) => !shown.has(id))
    for (const id of gone) await blobs.delete(companyId, id)
    await store.forget(companyId, gone)
  }
  const add = async (companyId: string, webp: Buffer): Promise<string> => {
    const id = newId()
    // Noted first: a file that nobody knows of would stay.
    await store.add(companyId, id, clock.now())
    await blobs.put(companyId, id, webp)
    return id
  }
  return {
    urlOf,

    /** Keeps the one picture of an upload, encoded anew with no side longer than this. */
    async keep(
      { companyId, accountId, sessionId }: Viewer & Pick<Principal, 'accountId'>,
      files: readonly UploadedFile[],
      longestSide: number,
      { kind, most }: { kind: string; most: typeof UPLOADS } = { kind: 'pictures', most: UPLOADS },
    ): Promise<{ id: string; url: string; webp: Buffer }> {
      await throttle.take([kind, companyId, accountId], most)
      const [file] = files
      if (!file) throw fault('badInput', 'file', 'chooseImage')
      if (files.length > 1) throw fault('badInput', 'file', 'oneImage')
      if (file.bytes.length > MOST_PICTURE_BYTES)
        throw fault('badInput', 'file', 'imageTooLarge', PICTURE_LIMITS)
      const outcome = await pictures.reencode(file.bytes, longestSide)
      if (outcome.kind === 'noPicture') throw fault('badInput', 'file', 'onlyImages')
      if (outcome.kind === 'tooLarge') throw fault('badInput', 'file', 'imageTooLarge', PICTURE_LIMITS)
      const id = await add(companyId, outcome.webp)
      return { id, url: urlOf({ companyId, sessionId }, id), webp: outcome.webp }
    },

    /** Keeps a small form of a picture that was kept. */
    async keepSmall(companyId: string, webp: Buffer, longestSide: number): Promise<string> {
      const outcome = await pictures.reencode(webp, longestSide)
      return add(companyId, outcome.kind === 'picture' ? outcome.webp : webp)
    },

    /** Keeps what a camera saw, encoded anew with no side longer than this; undefined for what is no picture. */
    async keepSeen(companyId: string, bytes: Buffer, longestSide: number): Promise<string | undefined> {
      const seen = await pictures.snapshot(bytes, { webp: longestSide, png: longestSide })
      return seen && add(companyId, seen.webp)
    },

    bytesOf: (companyId: string, id: string): Promise<Buffer | undefined> => blobs.get(companyId, id),

    /** The picture that an address of `keep` shows; throws for one that is not of this company or has ended. */
    idOf(companyId: string, url: string, field = 'Icon'): string {
      // What is no address may be anything, a password of somebody's too: its error is not for the log.
      const address = URL.parse(url, 'http://localhost')
      if (!address) throw fault('badInput', field, 'imageNotHere')
      const { pathname, searchParams } = address
      const id = pathname.split('/').at(-1) ?? ''
      const query: PathQuery = Object.fromEntries(searchParams)
      if (pathname !== pathOf(companyId, id) || !signer.isGood(pathname, query, clock.now()))
        throw fault('badInput', field, 'imageNotHere')
      return id
    },

    /** Deletes those that nobody shows any more. */
    delete: deletePictures,

    /** Deletes what was uploaded and is nobody's, or no longer. */
    async sweep(): Promise<void> {
      for (const { company_id, id } of await store.unused(clock.now() - UNUSED_MS, PICTURES_OF_SWEEP))
        await deletePictures(company_id, [id])
    },

    async find(path: string, query: PathQuery, ids: { companyId: string; id: string }) {
      if (!signer.isGood(path, query, clock.now()) || !(await maySee(query))) return undefined
      const bytes = await blobs.get(ids.companyId, ids.id)
      return bytes && { type: 'image/webp', bytes }
    },
  }
}

const isShown = (of: string): of is keyof typeof SHOWN_BY => Object.hasOwn(SHOWN_BY, of)
