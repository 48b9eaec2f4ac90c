/** What a folder of a backup says of itself. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { isMissing, writeDurably } from '../engines/durable-file.ts'
import { OperatorError } from '../engines/operator-error.ts'

export const MANIFEST_FILE = 'backup.json'
/** Within the backup. */
export const FOLDERS = { database: 'database', data: 'data', archive: 'archive' } as const

const manifestSchema = z.object({
  format: z.literal(1),
  /** Machine and data folder: a backup is of one platform. */
  of: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  hasRecordings: z.boolean(),
  /** Absent until one is complete; that one stays good until the next one is. */
  complete: z
    .object({
      at: z.number(),
      /** Keyed by the names of the databases. */
      snapshots: z.record(z.string(), z.string()),
    })
    .optional(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Undefined where the folder holds none. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_FILE)
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new OperatorError(`${path} is none of this version's: ${String(error).slice(0, 200)}`, {
      cause: error,
    })
  }
}

export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`, 0o600)
}
