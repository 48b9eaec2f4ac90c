import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readConfig } from '../../../config.ts'
import { archiveIndexSchema, mainSchema } from '../../../migrations/migrations.ts'
import { segmentStore } from '../../../modules/record/segment-store.ts'
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

it('an older index of recordings has the same rows without their paths', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-migration-'))
  const storage = await openSqlite({ path: join(folder, 'index.db'), clock: systemClock })
  const before = archiveIndexSchema.migrations.filter(({ number }) => number < 26)
  await storage.migrate({ ...archiveIndexSchema, migrations: before })
  const row = {
    ...{
      company_id: 'c',
      did: 'CAM-1',
      channel: 0,
      quality: 'main' as const,
      start_ms: 86_400_000,
      id: '86400000-a',
    },
    ...{
      end_ms: 86_460_000,
      bytes: 5,
      frames: 2,
      codecs: 'avc1',
      init_hash: 'i',
      hash: 'h',
      end_reason: 'minute',
    },
    ...{ camera_offset_ms: null, filled_at: 7, recorded_at: 8, seq: 1, link: 'l', link_before: 'b' },
    gops: Uint8Array.of(1, 2),
  }
  const { gops, ...plain } = row
  const named = { ...plain, path: 'c/CAM-1/0-main/1970-01-02/86400000-a.mp4' }
  const values = Object.values(named).map((value) => (typeof value === 'string' ? `'${value}'` : `${value}`))
  await storage.write([
    plainQuery(
      storage,
      `insert into segment (${Object.keys(named).join(', ')}, gops) values (${values.join(', ')}, x'0102')`,
    ),
  ])
  await storage.migrate(archiveIndexSchema)
  expect(await storage.read(storage.db.selectFrom('segment').selectAll())).toEqual([row])
  const store = segmentStore(storage)
  expect(await store.byPath('c', named.path)).toEqual({ ...row, path: named.path })
  expect(await store.has(named.path.replace('01-02', '01-03'))).toBe(false)
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
