import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataVersion } from '../migrations/migrations.ts'
import { systemClock } from './clock.ts'
import { openDataFolder } from './data-folder.ts'
import { openSqlite } from './storage/sqlite/storage.ts'

let folder: string
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-data-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  child = undefined
  await rm(folder, { recursive: true })
})

async function openDatabase(path: string) {
  const storage = await openSqlite({ path, clock: systemClock })
  await storage.migrate()
  return storage
}

test('a second opening is refused and names the process that has the folder', async () => {
  const data = await openDataFolder(folder)
  await expect(openDataFolder(folder)).rejects.toThrow(`${folder} is in use by process ${process.pid} on `)
  data.close()
  const again = await openDataFolder(folder)
  again.close()
})

test('a process that is killed gives the folder back', async () => {
  const holder = new URL('../testing/hold-data-folder.ts', import.meta.url)
  child = spawn(process.execPath, [holder.pathname, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.stdout) await once(child.stdout, 'data')
  await expect(openDataFolder(folder)).rejects.toThrow(`is in use by process ${child.pid} on `)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const data = await openDataFolder(folder)
  data.close()
})

test('a folder of a newer version is refused, and left free for that version', async () => {
  await writeFile(join(folder, 'version'), `${dataVersion + 1}\n`)
  for (let tries = 0; tries < 2; tries++) {
    await expect(openDataFolder(folder)).rejects.toThrow(
      `has version ${dataVersion + 1}, this Vedette knows up to ${dataVersion}: start a newer one`,
    )
  }
})

test('a version file that holds something else is refused', async () => {
  await writeFile(join(folder, 'version'), 'seven')
  await expect(openDataFolder(folder)).rejects.toThrow('holds no version number: seven')
})

test('a fresh folder is marked with the version and has no backup', async () => {
  const data = await openDataFolder(folder)
  await data.markCurrent()
  data.close()
  expect(await readFile(join(folder, 'version'), 'utf8')).toBe(`${dataVersion}\n`)
  expect(await readdir(folder)).not.toContain('backups')
})

test('the database of an older version is copied with all its rows before it is migrated, later ones are not', async () => {
  const first = await openDataFolder(folder)
  const storage = await openDatabase(first.databasePath)
  await storage.write([
    storage.db.insertInto('login_attempt').values({ key: 'kept', window_start: 1, count: 1 }),
  ])
  await storage.close()
  first.close()

  const older = await openDataFolder(folder)
  const backup = await openDatabase(join(folder, 'backups', 'main-version-0.db'))
  expect(await backup.read(backup.db.selectFrom('login_attempt').select('key'))).toEqual([{ key: 'kept' }])
  expect(await backup.integrityCheck()).toEqual([])
  await backup.close()
  await older.markCurrent()
  older.close()

  await rm(join(folder, 'backups'), { recursive: true })
  const current = await openDataFolder(folder)
  current.close()
  expect(await readdir(folder)).not.toContain('backups')
})
