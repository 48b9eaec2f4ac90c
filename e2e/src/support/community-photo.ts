/** A photo as the forms of residents and vehicles send it. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { uploadCommunityPhoto } from '@vedette/contract/calls/community-people'
import { readAnswer } from '@vedette/contract/envelope'

export const PHOTO = resolve(import.meta.dirname, '../../../docs/pictures/live.webp')

/** Its address, for `Photos`; or for what else takes a picture so. */
export async function uploadedPhoto(
  address: string,
  token: string,
  call: Pick<typeof uploadCommunityPhoto, 'path' | 'reply'> = uploadCommunityPhoto,
): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([readFileSync(PHOTO)], { type: 'image/webp' }), 'face.webp')
  const response = await fetch(new URL(call.path, address), {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return call.reply.parse(readAnswer(await response.json())?.BODY).Url
}
