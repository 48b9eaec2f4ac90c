/** Sending a file of firmware piece by piece; what was sent before is not sent again. */
import { beginFirmware, FIRMWARE_PIECE_BYTES, sendFirmware } from '@vedette/contract/calls/upgrade'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { send } from '../../../wire/send.ts'

export interface FirmwareFile {
  model: string
  version: string
  file: File
}

/** `onProgress` hears how many bytes are there. Returns whether all are: it may have been stopped. */
export async function uploadFirmware(
  { model: Model, version: Version, file }: FirmwareFile,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const Sha256 = await hashOf(file, signal)
  if (Sha256 === undefined) return false
  const announced = { Model, Version, FileName: file.name, Bytes: file.size, Sha256 }
  let { Received: at } = await send(beginFirmware, announced)
  while (at < file.size) {
    if (signal.aborted) return false
    onProgress(at)
    const piece = new Uint8Array(await file.slice(at, at + FIRMWARE_PIECE_BYTES).arrayBuffer())
    at = (await send(sendFirmware, { Model, Version, Offset: at, Data: base64(piece) })).Received
  }
  onProgress(at)
  return true
}

/** Piece by piece, since a page without TLS has no `crypto.subtle`, and a large file need not be in memory at once. */
async function hashOf(file: File, signal: AbortSignal): Promise<string | undefined> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += FIRMWARE_PIECE_BYTES) {
    if (signal.aborted) return undefined
    hash.update(new Uint8Array(await file.slice(at, at + FIRMWARE_PIECE_BYTES).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}

const CHARACTERS_AT_ONCE = 8192

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE))
  return btoa(text)
}
