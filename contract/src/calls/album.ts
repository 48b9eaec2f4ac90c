/** Calls about the album: pictures that people took of live video, replay and alarms. */
import { z } from 'zod'

import { call, listOf, Paging } from '../call.ts'
import { DevType } from '../devices.ts'
import { GID, PictureID } from '../ids.ts'

/** The most pictures of one deletion or download. */
export const MOST_PICTURES = 1000

const Time = z.int().min(0).max(8_640_000_000_000_000)

const AlbumPicture = z.object({
  PictureID: z.string(),
  /** Good for a day. */
  Url: z.string(),
  /** The same, small. */
  ThumbUrl: z.string(),
  DID: z.string(),
  /** The CTEI in the telecom variant; empty for a device that is gone. */
  License: z.string().default(''),
  DevName: z.string(),
  DevType,
  Model: z.string(),
  GID: z.string(),
  GroupName: z.string(),
  /** When what it shows happened, ms since 1970. */
  Time: z.number(),
  Channel: z.int(),
  /** What it was taken from. */
  Source: z.enum(['live', 'replay', 'alarm']),
  /** The full name of the account that took it. */
  Account: z.string(),
  /** When it was saved. */
  SavedAt: z.number(),
  Width: z.int(),
  Height: z.int(),
  Bytes: z.int(),
  /** SHA-256 of the stored bytes, hex. */
  Sha256: z.string(),
})
export type AlbumPicture = z.infer<typeof AlbumPicture>

/** The pictures of the regions that the caller sees, the latest first. */
export const imageList = call('/vms/image/imageList', {
  title: { en: 'List album pictures', 'zh-cn': '查询相册图片' },
  access: ['albumManager'],
  effect: 'reads',
  body: z.object({
    /** The region with all below it. */
    GID: GID.optional(),
    /** Part of the device's name or id. */
    Keyword: z.string().trim().max(64).optional(),
    DevTypes: z.array(DevType).max(9).optional(),
    /** [From, To) of when it was taken. */
    From: Time.optional(),
    To: Time.optional(),
    ...Paging,
    PageSize: z.int().min(1).max(MOST_PICTURES).default(10),
  }),
  reply: listOf(AlbumPicture),
  example: ({ region }) => ({ GID: region, Keyword: 'gate', Page: 1, PageSize: 50 }),
})

export const deleteImage = call('/vms/image/deleteImage', {
  title: { en: 'Delete album pictures', 'zh-cn': '删除相册图片' },
  access: ['albumManager.delete', 'albumManager.deleteAll'],
  forSeveral: 'albumManager.deleteAll',
  body: z.object({ PictureIDs: z.array(PictureID).min(1).max(MOST_PICTURES) }),
  reply: z.object({ Deleted: z.int() }),
  example: ({ picture }) => ({ PictureIDs: [picture] }),
})

/** Where pictures are downloaded: one as it is, several as a .zip file. */
export const imageDownloadUrl = call('/vms/image/downloadUrl', {
  title: { en: 'Download album pictures', 'zh-cn': '下载相册图片' },
  access: ['albumManager'],
  forSeveral: 'albumManager.downloadAll',
  effect: 'discloses',
  body: z.object({ PictureIDs: z.array(PictureID).min(1).max(MOST_PICTURES) }),
  reply: z.object({
    /** Good for five minutes and this session. */
    Url: z.string(),
  }),
  example: ({ picture }) => ({ PictureIDs: [picture] }),
})

/** What a signed URL of `imageDownloadUrl` admits to; the pictures are checked when it is made and when it is fetched. */
export const fetchAlbum = call('/vms/media/album', {
  title: { en: 'Fetch album pictures', 'zh-cn': '获取相册图片' },
  access: ['albumManager'],
  effect: 'discloses',
  transport: 'url',
  body: z.object({ selection: z.string().max(64) }),
  reply: z.object({}),
  example: () => ({ selection: 'none' }),
})
