/** A disk of a few megabytes in memory, which runs full as any. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '../engines/clock.ts'
import { openSqlite } from '../engines/storage/sqlite/storage.ts'
import type { Storage } from '../engines/storage/storage.ts'

export interface SmallDisk {
  folder: string
  /** Others take all that is left, and not what is given back meanwhile. */
  fill(): Promise<void>
  /** And give it back. */
  free(): Promise<void>
  close(): Promise<void>
}

/** Undefined where this machine lets nobody have one: it takes root on Linux. */
export async function smallDisk(sizeMb: number): Promise<SmallDisk | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'vedette-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'of-others')
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder)
      let left = bavail * bsize
      const file = await open(filler, 'a')
      try {
        for (let bytes = 1024 * 1024; bytes >= 4096 && left > 0;)
          await file.write(Buffer.alloc(Math.min(bytes, left), 1)).then(
            ({ bytesWritten }) => (left -= bytesWritten),
            () => (bytes /= 2),
          )
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}

/** A database on it. */
export function openSqliteIn(folder: string): Promise<Storage> {
  return openSqlite({ path: join(folder, 'main.db'), clock: systemClock })
}
