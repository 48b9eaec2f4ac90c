/** The files of the archive, by the paths that the index has. */
import { access, type FileHandle, open, rm, rmdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { playableInit } from '@vedette/media/replay/init'

import { isMissing, syncPath } from '../../engines/durable-file.ts'

/** `<company>/<device>/<channel>-<quality>/<day>/<file>`: nothing that leads out of the folder. */
const PATH = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*){4}$/
const MAX_HEAD_BYTES = 1024 * 1024

/** What the disk of a folder has. */
export interface DiskRoom {
  freeBytes: number
  totalBytes: number
}

export class ArchiveFiles {
  readonly folder: string
  readonly #roomOf: (folder: string) => Promise<DiskRoom>

  constructor(folder: string, roomOf: (folder: string) => Promise<DiskRoom> = diskRoom) {
    this.folder = folder
    this.#roomOf = roomOf
  }

  /** Throws for what is no path of the archive. */
  pathOf(path: string): string {
    if (!PATH.test(path)) throw new Error(`not a path of the archive: ${path}`)
    return join(this.folder, path)
  }

  /** Undefined when it is gone. */
  async open(path: string): Promise<FileHandle | undefined> {
    try {
      return await open(this.pathOf(path), 'r')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** What a file says of its tracks, from its first `bytes`; undefined when it is gone or says nothing. */
  async init(path: string, bytes: number): Promise<Buffer | undefined> {
    const file = await this.open(path)
    if (!file) return undefined
    try {
      const head = await readAt(file, 0, Math.min(bytes, MAX_HEAD_BYTES))
      return head && playableInit(head)
    } finally {
      await file.close()
    }
  }

  async exists(path: string): Promise<boolean> {
    try {
      await access(this.pathOf(path))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  /** Deletes files until one will not go; those that are gone stay so after a power cut. Tells what stood in the way. */
  async removeAll(paths: readonly string[]): Promise<{ paths: string[]; fault?: unknown }> {
    const removed: string[] = []
    const outcome = (fault?: unknown) => ({ paths: removed, ...(fault === undefined ? {} : { fault }) })
    try {
      for (const path of paths) {
        await rm(this.pathOf(path), { force: true })
        removed.push(path)
      }
      for (const folder of new Set(removed.map((path) => dirname(this.pathOf(path)))))
        await this.#settle(folder)
      return outcome()
    } catch (fault) {
      return outcome(fault)
    }
  }

  /** Takes away the folders that are empty now. */
  async #settle(emptied: string): Promise<void> {
    for (let folder = emptied; folder !== this.folder; folder = dirname(folder)) {
      try {
        // Most are not empty, and are told so without being read.
        await rmdir(folder)
      } catch {
        // Something is in it, or another action of ours took it: both are well.
        await syncPath(folder, 'r').catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
        return
      }
    }
  }

  /** Room of the disk that the archive stands on. */
  room(): Promise<DiskRoom> {
    return this.#roomOf(this.folder)
  }
}

export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Undefined when the file ends before. */
export async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer | undefined> {
  // Not from Node's pool: what is read waits in a slow reader's socket.
  const buffer = Buffer.allocUnsafeSlow(bytes)
  let filled = 0
  while (filled < bytes) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, at + filled)
    if (bytesRead === 0) return undefined
    filled += bytesRead
  }
  return buffer
}
