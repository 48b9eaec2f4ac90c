/** A copy of a platform in a folder, taken while it runs. What is there from the time before is not copied again. */
import { mkdir, readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'

import type { Config } from '../config.ts'
import { DATABASE_FILE } from '../engines/data-folder.ts'
import { isMissing } from '../engines/durable-file.ts'
import { lockFolder } from '../engines/lock.ts'
import { OperatorError } from '../engines/operator-error.ts'
import { INDEX_FILE, type KeptDatabase, keptDatabases } from '../engines/storage/snapshots.ts'
import { finishedFiles, pathIn } from '../modules/record/index.ts'
import { bring, type Copied, filesBelow, keepOnly, settle } from './files.ts'
import { FOLDERS, type Manifest, readManifest, writeManifest } from './manifest.ts'

/**
 * Left out of the copy of the data folder: databases have snapshots, the key is kept elsewhere, and the rest is the running platform's own.
 * The certificate's key, and the links and codes that wait for the operator, would let in anyone who reads the backup.
 */
const LEFT_OUT = [
  'backups',
  'lock.db',
  'lock.holder',
  'outbox',
  'reserve',
  'run',
  'secret.key',
  'tls',
  ...[DATABASE_FILE, INDEX_FILE].flatMap((file) => ['', '-mark', '-shm', '-wal'].map((end) => file + end)),
]

export interface BackedUp extends Copied {
  /** Taken out of the backup, since the platform has it no more. */
  gone: number
  recordings: number
}

export async function backUp(
  config: Config,
  target: string,
  { hasRecordings }: { hasRecordings: boolean },
  onProgress: (text: string) => void = () => {},
): Promise<BackedUp> {
  const archive = archiveOf(config)
  refuseWithin(target, [config.dataFolder, archive])
  const databases = await keptDatabases(config)
  for (const database of databases)
    if (await database.isEmpty())
      throw new OperatorError(`there is no platform at ${config.dataFolder}: VEDETTE_DATA names its folder`)
  const manifest = await begun(config, target, hasRecordings)
  const lock = lockFolder(target)
  try {
    await writeManifest(target, manifest)
    const to = (part: keyof typeof FOLDERS): string => join(target, FOLDERS[part])
    for (const part of Object.values(FOLDERS))
      await mkdir(join(target, part), { recursive: true, mode: 0o700 })
    const copied: Copied = { files: 0, bytes: 0 }
    const copy = async (paths: readonly string[], from: string, into: string): Promise<Set<string>> => {
      const there = new Set<string>()
      for (const path of paths) {
        const bytes = await bring(path, from, into)
        if (bytes === undefined) continue
        there.add(path)
        if (bytes > 0) copied.files++
        copied.bytes += bytes
        if (there.size % 100 === 0) onProgress(`${there.size} of ${paths.length} files`)
      }
      await settle(into, there)
      return there
    }
    const dataFiles = () => filesBelow(config.dataFolder, leftOut(config, archive))

    // Most of it before the snapshots, so that little is left for afterwards.
    const before = await copy(await dataFiles(), config.dataFolder, to('data'))
    if (hasRecordings) await copy(await finishedFiles(archive), archive, to('archive'))

    const [first, ...others] = databases
    if (!first) throw new Error('a platform without a database')
    const at = Date.now()
    const snapshots: Record<string, string> = {}
    const take = async (database: KeptDatabase): Promise<string> => {
      onProgress(`the database ${database.name}`)
      const name = `${database.name}-${at}${database.ending}`
      await database.take(join(to('database'), name))
      snapshots[database.name] = name
      return join(to('database'), name)
    }
    // The index, then what it names: retention may take a file meanwhile, but none is there that it does not know.
    const recorded: string[] = []
    const index = await take(first)
    if (hasRecordings) for await (const row of first.rows(index, 'segment')) recorded.push(pathIn(row))
    const known = await missingFrom(to('archive'), recorded)
    await copy(known, archive, to('archive'))
    for (const database of others) await take(database)
    const after = await copy(await dataFiles(), config.dataFolder, to('data'))

    await writeManifest(target, { ...manifest, complete: { at, snapshots } })
    const kept = [
      [to('archive'), new Set(recorded)],
      [to('data'), new Set([...before, ...after])],
      [to('database'), new Set(Object.values(snapshots))],
    ] as const
    let gone = 0
    for (const [folder, paths] of kept) gone += await keepOnly(folder, paths)
    return { ...copied, gone, recordings: recorded.length }
  } finally {
    lock.release()
  }
}

export function archiveOf(config: Config): string {
  return config.archiveFolder ?? join(config.dataFolder, 'archive')
}

const placeOf = (config: Config): string => `${hostname()}:${config.dataFolder}`

/** Begins in a folder that is empty, or goes on with a backup of the same platform. */
async function begun(config: Config, target: string, hasRecordings: boolean): Promise<Manifest> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  const manifest = await readManifest(target)
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  const of = placeOf(config)
  if (!manifest) {
    if ((await readdir(target)).length > 0)
      throw new OperatorError(`${target} is not empty, and holds no backup: name another folder`)
    return { format: 1, of, engine, hasRecordings }
  }
  if (manifest.of !== of || manifest.engine !== engine)
    throw new OperatorError(
      `${target} has the backup of ${manifest.of} on ${manifest.engine}, which is another platform: name another folder`,
    )
  if (manifest.hasRecordings !== hasRecordings)
    throw new OperatorError(
      `${target} has a backup ${hasRecordings ? 'without' : 'with'} recordings: name another folder for one ${hasRecordings ? 'with' : 'without'}`,
    )
  return manifest
}

function leftOut(config: Config, archive: string): ReadonlySet<string> {
  return new Set([...LEFT_OUT, relative(config.dataFolder, archive).replaceAll('\\', '/')])
}

function refuseWithin(target: string, folders: readonly string[]): void {
  for (const folder of folders)
    if (`${resolve(target)}${sep}`.startsWith(`${resolve(folder)}${sep}`))
      throw new OperatorError(`${target} is within ${folder}: name a folder elsewhere, best on another disk`)
}

async function missingFrom(folder: string, paths: readonly string[]): Promise<string[]> {
  const there = new Set(await filesBelow(folder))
  return paths.filter((path) => !there.has(path))
}

/** An absent folder counts as empty. */
export async function isEmptyFolder(folder: string, ...but: string[]): Promise<boolean> {
  try {
    return (await readdir(folder)).every((name) => but.includes(name))
  } catch (error) {
    if (isMissing(error)) return true
    throw error
  }
}
