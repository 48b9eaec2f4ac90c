/** `npm run verify-archive`, `npm run repair-index` and `npm run rebuild-index`: proves the archive, mends its index, or makes it anew from the files. */
import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Config, readConfig } from './config.ts'
import { OperatorError } from './engines/operator-error.ts'
import { lockFolder } from './engines/lock.ts'
import { openSecretBox } from './engines/secret-box.ts'
import { operatorSentence } from './engines/storage/failures.ts'
import { INDEX_FILE } from './engines/storage/snapshots.ts'
import { rebuildIndex, repairIndex, sealKey, verifyArchive } from './modules/record/index.ts'
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
  else if (command === 'repair') process.exitCode = await mend(config, folder)
  else if (command === 'rebuild') process.exitCode = await rebuild(config, folder)
  else throw new OperatorError('verify, repair or rebuild')
} catch (error) {
  console.error(brokenIndex(error) ?? operatorSentence(error) ?? error)
  process.exitCode = 2
}

async function verify(config: Config, folder: string): Promise<number> {
  const index = await openArchiveIndex(config)
  try {
    const { files, bytes, faults, sealed } = await verifyArchive(
      index,
      folder,
      await keyOf(config, 'refuse'),
      { onProgress: (done) => progress(`${done} files`) },
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

/** The platform must not run: it would write what is being mended. */
async function mend(config: Config, folder: string): Promise<number> {
  const lock = lockFolder(config.dataFolder)
  try {
    await putAsideBroken(config)
    const index = await openArchiveIndex(config)
    try {
      const { rows, gone, found, streams, links, faults } = await repairIndex(
        index,
        folder,
        await keyOf(config, 'refuse'),
        (done) => progress(`${done} files`),
      )
      for (const fault of faults) console.log(fault)
      console.log(
        `${rows} rows were wrong of their files, ${gone} had none any more, ${found} files were missing in the index, ` +
          `${streams} streams were wrong in their sums, days or links`,
      )
      if (links > 0)
        console.log(
          `${links} files are gone from their chains for no known reason: a seal says so from now on`,
        )
      console.log(`${faults.length} files are not as they were recorded, which nothing can mend`)
      return faults.length === 0 ? 0 : 1
    } finally {
      await index.close()
    }
  } finally {
    lock.release()
  }
}

/** An index that cannot even be read is made anew; what it was stays beside it. */
async function putAsideBroken(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined) return
  const path = join(config.dataFolder, INDEX_FILE)
  const faults = await openArchiveIndex(config).then(
    async (index) => {
      const found = await index.integrityCheck().catch((error: unknown) => [String(error)])
      await index.close()
      return found
    },
    (error: unknown) => [String(error)],
  )
  if (faults.length === 0) return
  const aside = `${path}.broken-${Date.now()}`
  await rename(path, aside)
  for (const end of ['-wal', '-shm', '-mark']) await rm(`${path}${end}`, { force: true })
  console.log(`${path} is broken (${faults[0]?.slice(0, 120)}): it is ${aside} now, and is made anew`)
}

/** What SQLite says of a file that is not its own, or was garbled. */
function brokenIndex(error: unknown): string | undefined {
  const said = error instanceof Error ? error.message : ''
  return /malformed|not a database|corrupt/i.test(said)
    ? `the archive's index cannot be read (${said}): stop the platform and run npm run repair-index`
    : undefined
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
