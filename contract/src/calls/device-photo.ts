/** Pictures of a device: the photo of where it hangs, and those that people take of its video. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'
import { PICTURE_BODY_BYTES, uploadImage } from './own-account.ts'

const Purpose = z.enum(['installation', 'album'])
export const PictureSource = z.enum(['live', 'replay', 'alarm'])

/**
 * One picture, as `uploadImage` takes it. `installation`: where the device hangs, in place of the one before. `album`: what
 * was seen on its video (reading 57). A form's fields are texts.
 */
export const deviceUploadImage = call('/vms/image/deviceUploadImage', {
  title: { en: 'Upload a picture of a device', 'zh-cn': '上传设备图片' },
  access: [
    'deviceManger.edit',
    'install-maintenance',
    'realTimeVideo.videoScreenshot',
    'replay',
    'alarmManger',
  ],
  accessOf: ({ Purpose: purpose }) =>
    purpose === 'album'
      ? ['realTimeVideo.videoScreenshot', 'replay', 'alarmManger']
      : ['deviceManger.edit', 'install-maintenance'],
  transport: 'upload',
  maxBodyBytes: PICTURE_BODY_BYTES,
  body: z.object({
    DID,
    Purpose: Purpose.default('installation'),
    Channel: z.coerce.number().int().min(0).max(255).default(0),
    Source: PictureSource.default('live'),
    /** When what it shows happened; now where it is left out. */
    Time: z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional(),
  }),
  reply: uploadImage.reply.extend({
    DID: z.string(),
    /** ms since 1970. */
    Time: z.number(),
    /** A picture of the album. */
    PictureID: z.string().optional(),
  }),
  example: ({ device }) => ({ DID: device }),
  refusals: ['noDeviceInformation'],
})

export const deviceRemoveImage = call('/vms/image/deviceRemoveImage', {
  title: { en: 'Remove the installation photo', 'zh-cn': '删除安装照片' },
  access: ['deviceManger.edit', 'install-maintenance'],
  body: z.object({ DID }),
  reply: Empty,
  example: ({ device }) => ({ DID: device }),
})
