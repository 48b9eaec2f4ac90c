/** `npm run verify-archive` and `npm run rebuild-index`: proves the archive, or makes its index anew from the files. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'

import { type Config, readConfig } from './config.ts'
import { OperatorError } from './engines/operator-error.ts'
import { lockFolder } from './engines/lock.ts'
import { rebuildIndex, verifyArchive } from './modules/record/index.ts'
import { openArchiveIndex } from './platform.ts'

const [command] = process.argv.slice(2)
try {
  const config = readConfig(process.env)
  const folder = config.archiveFolder ?? join(config.dataFolder, 'archive')
  await access(folder).catch((cause: unknown) => {
    throw new OperatorError(`there is no archive at ${folder}: set VEDETTE_DATA or VEDETTE_ARCHIVE`, {
      cause,
    })
  })
  if (command === 'verify') process.exitCode = await verify(config, folder)
  else if (command === 'rebuild') process.exitCode = await rebuild(config, folder)
  else throw new OperatorError('verify or rebuild')
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 2
}

async function verify(config: Config, folder: string): Promise<number> {
  const index = await openArchiveIndex(config)
  try {
    const { files, bytes, faults } = await verifyArchive(index, folder, (done) => progress(`${done} files`))
    for (const fault of faults) console.log(fault)
    console.log(`${files} files, ${(bytes / 1e9).toFixed(2)} GB, ${faults.length} faults`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await index.close()
  }
}

/** The platform must not run: what it tells meanwhile would be told twice. */
async function rebuild(config: Config, folder: string): Promise<number> {
  const lock = lockFolder(config.dataFolder)
  const index = await openArchiveIndex(config)
  try {
    const { files, faults } = await rebuildIndex(index, folder, (done, of) =>
      progress(`${done} of ${of} files`),
    )
    for (const fault of faults) console.log(fault)
    console.log(`${files} files were missing in the index and are in it now, ${faults.length} are damaged`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await index.close()
    lock.release()
  }
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text} `)
}
