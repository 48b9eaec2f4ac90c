/** What the recorder wants of a file system. Drills give one that fails. */
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { RecordingFault } from '../feed/recording-messages.ts'

export interface OutFile {
  /** All pieces, one after the other, from `position` on; they are on the disk then. */
  write(pieces: Buffer[], position: number): Promise<void>
  close(): Promise<void>
}

export interface Disk {
  /** Makes the folder and those above it; they are on the disk then. */
  makeFolder(path: string): Promise<void>
  /** A file that must not exist yet. */
  create(path: string): Promise<OutFile>
  /** The names in a folder are on the disk. */
  syncFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** Where the system can write and sync in one call, that is one errand of a thread for each part, not two. */
const WRITES_THROUGH = process.platform === 'linux'
const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = constants
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | (WRITES_THROUGH ? O_DSYNC : 0)

export const disk: Disk = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true })
    // Each new name stands in the folder above it.
    for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made))
      await syncFolder(dirname(made))
  },
  async create(path) {
    const file = await open(path, NEW_FILE)
    return {
      async write(pieces, position) {
        let rest = pieces
        while (rest.length > 0) {
          const { bytesWritten } = await file.writev(rest, position)
          position += bytesWritten
          rest = after(rest, bytesWritten)
        }
        if (!WRITES_THROUGH) await file.datasync()
      },
      close: () => file.close(),
    }
  },
  syncFolder,
  remove: (path) => rm(path, { force: true }),
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What is left when so many bytes are gone. */
function after(pieces: Buffer[], bytes: number): Buffer[] {
  let at = 0
  for (let piece = pieces[at]; piece && bytes >= piece.length; piece = pieces[at]) {
    bytes -= piece.length
    at++
  }
  const [first, ...others] = pieces.slice(at)
  return first ? [first.subarray(bytes), ...others] : []
}

export function faultOf(error: unknown): RecordingFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'readOnly'
  if (code === 'EMFILE' || code === 'ENFILE') return 'descriptors'
  return 'io'
}
