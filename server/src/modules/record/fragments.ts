/** Finding the fragments of recorded files. */
import type { FileHandle } from 'node:fs/promises'

import { type FragmentHead, moofBytes, readMoof } from '@vedette/media/fmp4/read-moof'

import { type ArchiveFiles, readAt } from './archive-files.ts'

/** Enough for the moof of a second of pictures and sound; a larger one is read in two steps. */
const HEAD_BYTES = 4096
const MAX_MOOF_BYTES = 4 * 1024 * 1024

/** moof and the head of its mdat, and how much data follows. */
export async function fragmentHead(
  file: FileHandle,
  at: number,
  end: number,
): Promise<{ bytes: Buffer; head: FragmentHead; dataBytes: number } | undefined> {
  let bytes = await readAt(file, at, Math.min(HEAD_BYTES, end - at))
  const size = bytes && moofBytes(bytes)
  if (!bytes || size === undefined || size > MAX_MOOF_BYTES || at + size + 8 > end) return undefined
  if (size + 8 > bytes.length) bytes = await readAt(file, at, size + 8)
  const head = bytes && readMoof(bytes)
  if (!bytes || !head) return undefined
  const dataBytes = bytes.readUInt32BE(size) - 8
  return dataBytes < 0 ? undefined : { bytes: bytes.subarray(0, size + 8), head, dataBytes }
}

/** Files are read one after the other, so one is open at a time. */
export class OpenOne {
  readonly #files: ArchiveFiles
  #path = ''
  #handle: FileHandle | undefined

  constructor(files: ArchiveFiles) {
    this.#files = files
  }

  async of(path: string): Promise<FileHandle | undefined> {
    if (path === this.#path) return this.#handle
    await this.close()
    this.#handle = await this.#files.open(path)
    this.#path = path
    return this.#handle
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = undefined
    this.#path = ''
  }
}
