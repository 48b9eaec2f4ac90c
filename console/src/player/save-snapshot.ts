/** Saves a picture that was taken of a device's video in the album (reading 57). */
import type { DeviceChannel } from '../ui/device-tree/device-text.ts'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'

import { sendFiles } from '../wire/send.ts'

export interface TakenSnapshot extends DeviceChannel {
  source: 'live' | 'replay' | 'alarm'
  /** When what it shows happened, ms since 1970. */
  at: number
}

/** Returns the album's id of the picture. Throws CallFailure, without a toast: the caller says how it went. */
export async function saveSnapshot(
  { did, channel, source, at }: TakenSnapshot,
  picture: Blob,
): Promise<string> {
  const file = new File([picture], 'snapshot', { type: picture.type })
  const { PictureID = '' } = await sendFiles(deviceUploadImage, [file], {
    DID: did,
    Purpose: 'album',
    Channel: `${channel}`,
    Source: source,
    Time: `${Math.round(at)}`,
  })
  return PictureID
}
