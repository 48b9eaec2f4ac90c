/** Files that the platform keeps for a company, named by ids of its own. */
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { isMissing, renameDurably } from '../durable-file.ts'

export interface Blobs {
  put(companyId: string, id: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  get(companyId: string, id: string): Promise<Buffer | undefined>
  delete(companyId: string, id: string): Promise<void>
}

const ID = /^[0-9A-Za-z]{1,32}$/

/** Blobs on disk: a file is there whole or not at all, and survives a power cut once `put` has resolved. */
export function diskBlobs(folder: string): Blobs {
  const pathOf = (companyId: string, id: string): string => {
    if (!ID.test(companyId) || !ID.test(id)) throw new Error(`no blob's name: ${companyId} ${id}`)
    return join(folder, companyId, id)
  }
  return {
    async put(companyId, id, bytes) {
      const path = pathOf(companyId, id)
      await mkdir(join(folder, companyId), { recursive: true, mode: 0o700 })
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await renameDurably(`${path}.new`, path)
    },

    async get(companyId, id) {
      try {
        return await readFile(pathOf(companyId, id))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    delete: (companyId, id) => rm(pathOf(companyId, id), { force: true }),
  }
}
