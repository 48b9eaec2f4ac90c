import { expect, it } from 'vitest'

import { archiveIndexSchema } from '../../migrations/migrations.ts'
import { plainQuery } from '../../testing/plain-query.ts'
import { engines, openTestStorage } from '../../testing/storage.ts'
import { segmentStore } from './segment-store.ts'

const PATH = 'c/CAM-1/0-main/1970-01-02/86400000-a.mp4'
const STREAM = { did: 'CAM-1', channel: 0, quality: 'main' as const }
const GOPS = { sqlite: `x'0102'`, postgres: `'\\x0102'` }

it.each(engines)(
  'an index of an older platform on %s has the same files without their paths',
  async (engine) => {
    const { storage, close } = await openTestStorage(engine)
    const before = archiveIndexSchema.migrations.filter(({ number }) => number < 26)
    await storage.migrate({ ...archiveIndexSchema, migrations: before })
    await storage.write([
      plainQuery(
        storage,
        `insert into segment (company_id, did, channel, quality, start_ms, id, path, end_ms, bytes, frames, codecs, init_hash, hash,
                            end_reason, camera_offset_ms, filled_at, recorded_at, gops, seq, link, link_before)
       values ('c', 'CAM-1', 0, 'main', 86400000, '86400000-a', '${PATH}', 86460000, 5, 2, 'avc1', 'i', 'h',
               'minute', null, 7, 8, ${GOPS[engine]}, 1, 'l', 'b')`,
      ),
    ])
    await storage.migrate(archiveIndexSchema)
    const store = segmentStore(storage)
    const file = {
      ...STREAM,
      company_id: 'c',
      start_ms: 86_400_000,
      id: '86400000-a',
      path: PATH,
      end_ms: 86_460_000,
      bytes: 5,
      frames: 2,
      codecs: 'avc1',
      init_hash: 'i',
      hash: 'h',
      end_reason: 'minute',
      camera_offset_ms: null,
      filled_at: 7,
      recorded_at: 8,
      gops: Buffer.of(1, 2),
      seq: 1,
      link: 'l',
      link_before: 'b',
    }
    const found = await store.between('c', STREAM, 86_400_000, 86_401_000)
    expect(found.map((row) => ({ ...row, gops: Buffer.from(row.gops) }))).toEqual([file])
    expect((await store.byPath('c', PATH))?.id).toBe(file.id)
    expect(await store.has(PATH.replace('01-02', '01-03'))).toBe(false)
    expect(await store.has('../../etc/passwd')).toBe(false)
    expect(await storage.integrityCheck()).toEqual([])
    await close()
  },
)
