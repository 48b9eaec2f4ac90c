import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readConfig } from '../../../config.ts'
import { mainSchema } from '../../../migrations/migrations.ts'
import { plainQuery } from '../../../testing/plain-query.ts'
import { systemClock } from '../../clock.ts'
import { DATABASE_FILE } from '../../data-folder.ts'
import { openKeptStorage, openPlatformStorage } from '../open.ts'
import { openSqlite } from './storage.ts'

it('events and upgrades of an older database are all there afterwards, and outlive their device', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-migration-'))
  const storage = await openSqlite({ path: join(folder, 'main.db'), clock: systemClock })
  const before = mainSchema.migrations.filter(({ number }) => number < 81)
  await storage.migrate({ ...mainSchema, migrations: before })
  await storage.write([
    plainQuery(storage, `insert into company values ('c', 'c', 'C', 'UTC', 'strong', '{}', 1, 1)`),
    plainQuery(
      storage,
      `insert into device (did, company_id, name, name_search, alias, dev_type, channels, driver, created_at)
       values ('GATE-0001', 'c', 'Gate', 'gate', '', 7, 0, 'mqtt', 1)`,
    ),
    plainQuery(
      storage,
      `insert into device_event values ('c', 'e1', 'GATE-0001', 'sensor', 5, 'hall', '20', '°C', null)`,
    ),
    plainQuery(
      storage,
      `insert into upgrade values ('c', 'u1', 'GATE-0001', 'VG', '1.0', '1.1', 'failed', 0, 'timeout', 1, 2)`,
    ),
  ])
  await storage.migrate()
  await storage.write([storage.db.deleteFrom('device').where('did', '=', 'GATE-0001')])
  expect(await storage.read(storage.db.selectFrom('device_event').selectAll())).toMatchObject([
    { id: 'e1', at: 5, name: 'hall', value: '20', unit: '°C', device_at: null },
  ])
  expect(await storage.read(storage.db.selectFrom('upgrade').selectAll())).toMatchObject([
    { id: 'u1', name: '', from_version: '1.0', state: 'failed', word: 'timeout', changed_at: 2 },
  ])
  expect(await storage.integrityCheck()).toEqual([])
  await storage.close()
  await rm(folder, { recursive: true })
})

it('one of an older version is none for the commands beside a platform until a start has brought it up to date', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-older-'))
  const config = readConfig({ VEDETTE_DATA: folder })
  await expect(openKeptStorage(config)).rejects.toThrow('main.db is not there')
  const storage = await openPlatformStorage(config, join(folder, DATABASE_FILE))
  await storage.migrate({ ...mainSchema, migrations: mainSchema.migrations.slice(0, -1) })
  await expect(openKeptStorage(config)).rejects.toThrow('start this one once')
  await storage.migrate()
  await (await openKeptStorage(config)).close()
  await storage.close()
  await rm(folder, { recursive: true })
})
