/** The photo of where a device hangs, as its installer took it. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'
import { PICTURE_BODY_BYTES, uploadImage } from './own-account.ts'

/** One picture, as `uploadImage` takes it; it takes the place of the one before. */
export const deviceUploadImage = call('/vms/image/deviceUploadImage', {
  access: ['deviceManger.edit', 'install-maintenance'],
  transport: 'upload',
  maxBodyBytes: PICTURE_BODY_BYTES,
  body: z.object({ DID }),
  reply: uploadImage.reply.extend({
    DID: z.string(),
    /** When it came, ms since 1970. */
    Time: z.number(),
  }),
})

export const deviceRemoveImage = call('/vms/image/deviceRemoveImage', {
  access: ['deviceManger.edit', 'install-maintenance'],
  body: z.object({ DID }),
  reply: Empty,
})
