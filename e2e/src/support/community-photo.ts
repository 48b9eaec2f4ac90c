/** A photo as the forms of residents and vehicles send it. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { uploadCommunityPhoto } from '@vedette/contract/calls/community-people'
import { readAnswer } from '@vedette/contract/envelope'

export const PHOTO = resolve(import.meta.dirname, '../../../docs/pictures/live.webp')

/** Its address, for `Photos`. */
export async function uploadedPhoto(address: string, token: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([readFileSync(PHOTO)], { type: 'image/webp' }), 'face.webp')
  const response = await fetch(new URL(uploadCommunityPhoto.path, address), {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return uploadCommunityPhoto.reply.parse(readAnswer(await response.json())?.BODY).Url
}
