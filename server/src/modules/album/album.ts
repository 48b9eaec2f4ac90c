/** Pictures that people took of video: kept with what was known of their device then, and never offered as evidence. */
import { createHash } from 'node:crypto'

import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import { headerOf } from '../../engines/pictures/header.ts'
import type { ZipEntry } from '../../engines/zip.ts'
import type { UploadedFile } from '../../http/upload.ts'
import type { KeptPictures } from '../picture/index.ts'
import type { AlbumRow, AlbumStore } from './store.ts'

/** 8K video: a picture is as large as the stream that it is of. */
const LONGEST_SIDE = 7680
const THUMB_SIDE = 480
/** Snapshots per account. */
const SNAPSHOTS = { limit: 240, windowMs: 15 * 60 * 1000 }

export interface AlbumNeeds {
  store: AlbumStore
  keptPictures: KeptPictures
  clock: Clock
}

export interface NewPicture {
  did: string
  channel: number
  source: AlbumRow['source']
  /** When what it shows happened, ms since 1970; now where it is undefined. */
  takenAt: number | undefined
}

/** Keeps the one picture of an upload. */
export async function keepSnapshot(
  session: Principal,
  files: readonly UploadedFile[],
  { did, channel, source, takenAt }: NewPicture,
  { store, keptPictures, clock }: AlbumNeeds,
): Promise<{ id: string; url: string; takenAt: number }> {
  const { companyId, companyCode, accountName } = session
  const device = await store.device(companyId, did)
  if (!device) throw new Refusal('noDeviceInformation')
  const { id, webp } = await keptPictures.keep(session, files, LONGEST_SIDE, {
    kind: 'snapshots',
    most: SNAPSHOTS,
  })
  const { width = 0, height = 0 } = headerOf(webp) ?? {}
  const now = clock.now()
  // A browser's clock may be ahead.
  const at = Math.min(takenAt ?? now, now)
  await store.add({
    company_id: companyId,
    id,
    thumb_id: await keptPictures.keepSmall(companyId, webp, THUMB_SIDE),
    did,
    channel,
    ...device,
    taken_at: at,
    saved_at: now,
    source,
    account: `${companyCode}_${accountName}`,
    width,
    height,
    bytes: webp.length,
    sha256: createHash('sha256').update(webp).digest('hex'),
  })
  return { id, url: keptPictures.urlOf(session, id, { of: 'album', id }), takenAt: at }
}

export async function deletePictures(
  companyId: string,
  ids: readonly string[],
  { store, keptPictures }: AlbumNeeds,
): Promise<number> {
  const removed = await store.remove(companyId, ids)
  await keptPictures.delete(companyId, removed.flat())
  return removed.length
}

/** What a downloaded picture is called: `North gate 2026-03-01 06-30-12 UTC+01-00.webp`, as an export is. */
export function fileNameOf(
  { dev_name, taken_at }: Pick<AlbumRow, 'dev_name' | 'taken_at'>,
  timeOf: (atMs: number) => string,
): string {
  const time = timeOf(taken_at).replaceAll(':', '-')
  // What no file system takes, and what would name a folder.
  const name = dev_name.replaceAll(/[\\/:*?"<>|]/g, '-').replace(/^[. ]+/, '')
  return `${name || 'camera'} ${time}.webp`
}

/** Each picture under a name of its own; one that was deleted meanwhile is left out. */
export async function* entriesOf(
  rows: readonly AlbumRow[],
  timeOf: (atMs: number) => string,
  { keptPictures }: Pick<AlbumNeeds, 'keptPictures'>,
): AsyncGenerator<ZipEntry> {
  const used = new Map<string, number>()
  for (const row of rows) {
    const content = await keptPictures.bytesOf(row.company_id, row.id)
    if (!content) continue
    const name = fileNameOf(row, timeOf)
    const before = used.get(name) ?? 0
    used.set(name, before + 1)
    yield {
      name: before === 0 ? name : name.replace(/\.webp$/, ` (${before + 1}).webp`),
      content,
      modified: new Date(row.taken_at),
    }
  }
}
