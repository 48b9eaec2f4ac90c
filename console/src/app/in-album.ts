/** What stands in the album now, said wherever it was taken. */
import { deleteImage } from '@vedette/contract/calls/album'

import { currentT } from '../i18n/language.ts'
import { say } from '../ui/toasts.ts'
import { succeeds } from '../wire/failure.ts'
import { send } from '../wire/send.ts'
import { isPermitted } from './session-store.ts'
import { session } from './session.ts'

/** Lets the person take it out again who may. */
export function sayInAlbum(text: string, pictureId: string): void {
  const mayDelete = isPermitted(session.getState().user, 'albumManager', 'delete')
  const undo = { label: currentT()('ui.undo'), run: () => void takeBack(pictureId) }
  say('success', text, mayDelete ? undo : undefined)
}

/** Deletes a picture that was just saved. */
export async function takeBack(pictureId: string): Promise<void> {
  const isGone = await succeeds(() => send(deleteImage, { PictureIDs: [pictureId] }))
  if (isGone) say('success', currentT()('live.snapshotGone'))
}
