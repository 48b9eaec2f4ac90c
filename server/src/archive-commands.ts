/** `npm run verify-archive` and `npm run rebuild-index`: proves the archive, or makes its index anew from the files. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'

import { type Config, readConfig } from './config.ts'
import { OperatorError } from './engines/operator-error.ts'
import { lockFolder } from './engines/lock.ts'
import { openSecretBox } from './engines/secret-box.ts'
import { rebuildIndex, sealKey, verifyArchive } from './modules/record/index.ts'
import { openArchiveIndex } from './archive-index.ts'

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
    const { files, bytes, faults, sealed } = await verifyArchive(
      index,
      folder,
      await keyOf(config, 'refuse'),
      (done) => progress(`${done} files`),
    )
    for (const fault of faults) console.log(fault)
    const { seals, last, unsealedFiles, restarted } = sealed
    if (last)
      console.log(
        `${seals} seals, the last one ${last.number} of ${new Date(last.at).toISOString()}, ${last.digest.slice(0, 32)}`,
      )
    if (unsealedFiles > 0)
      console.log(
        `${unsealedFiles} files are vouched for by no seal: they were recorded since the last one, or those that followed them are gone`,
      )
    if (restarted > 0)
      console.log(
        `${restarted} chains were begun anew by a rebuild: the seals from before it say nothing of their files`,
      )
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
    const { files, faults, restarted } = await rebuildIndex(
      index,
      folder,
      await keyOf(config, 'make'),
      (done, of) => progress(`${done} of ${of} files`),
    )
    for (const fault of faults) console.log(fault)
    if (restarted.length > 0)
      console.log(
        `${restarted.length} chains begin anew: what was sealed of them before says nothing of their files any more`,
      )
    console.log(`${files} files were missing in the index and are in it now, ${faults.length} are damaged`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await index.close()
    lock.release()
  }
}

async function keyOf({ dataFolder, secretKey }: Config, whenMissing: 'make' | 'refuse') {
  return sealKey(await openSecretBox(dataFolder, secretKey, whenMissing))
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text} `)
}
