/** `npm run backup -- FOLDER` while the platform runs, `npm run restore -- FOLDER` into an empty place. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { backUp } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { type Config, readConfig } from './config.ts'
import { OperatorError } from './engines/operator-error.ts'
import { operatorSentence } from './engines/storage/failures.ts'

const USAGE = 'npm run backup -- FOLDER [--no-recordings], or npm run restore -- FOLDER'
const NO_RECORDINGS = '--no-recordings'

const [command, ...given] = process.argv.slice(2)
try {
  const [folder, ...more] = given.filter((word) => word !== NO_RECORDINGS)
  if (folder === undefined || more.length > 0 || folder.startsWith('-')) throw new OperatorError(USAGE)
  const config = readConfig(process.env)
  const path = resolve(folder)
  if (command === 'backup') await made(config, path, !given.includes(NO_RECORDINGS))
  else if (command === 'restore') await putBack(config, path)
  else throw new OperatorError(USAGE)
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exitCode = 2
}

async function made(config: Config, folder: string, hasRecordings: boolean): Promise<void> {
  const { files, bytes, gone, recordings } = await backUp(config, folder, { hasRecordings }, progress)
  console.log(
    `${folder}: complete, ${files} files and ${(bytes / 1e9).toFixed(2)} GB copied, ${gone} taken out, ${recordings} recordings in it`,
  )
  if (config.secretKey === undefined)
    console.log('The key is not in it: keep a copy of secret.key in a safe place of its own.')
}

async function putBack(config: Config, folder: string): Promise<void> {
  const { files, at, missing, unknown } = await restore(config, folder, progress)
  console.log(`${files} files of ${new Date(at).toISOString()} are back`)
  if (missing > 0)
    console.log(`${missing} recordings were deleted while the backup was made, or were not to be in it`)
  for (const table of unknown) console.log(`${table} is no table of Vedette's, and was left out`)
  if (config.secretKey === undefined && !existsSync(join(config.dataFolder, 'secret.key')))
    console.log(`Put secret.key into ${config.dataFolder} before you start the platform.`)
}

function sentenceOf(error: unknown): string | undefined {
  const said = operatorSentence(error)
  if (said !== undefined) return said
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'the disk is full: make room and run it again; a backup that was complete before is still good'
  return undefined
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text} `.padEnd(60))
}
