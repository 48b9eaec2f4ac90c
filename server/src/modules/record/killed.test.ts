import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline } from '@vedette/contract/calls/record'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Ask, administrator } from '../../http/caller.ts'
import { PASSWORD } from '../../testing/app.ts'
import { Processes, type Run } from '../../testing/processes.ts'
import { engines, openTestStorage, type TestStorage } from '../../testing/storage.ts'
import { segmentStore } from './segment-store.ts'

const COMMANDS = join(import.meta.dirname, '../../archive-commands.ts')
const WAIT = { timeout: 60_000, interval: 250 }
const FOR_EVER_MS = 8_640_000_000_000_000

describe.each(engines)('a platform that is killed on %s', (engine) => {
  let camera: RtspPeer
  let processes: Processes
  let database: TestStorage | undefined

  beforeEach(async () => {
    camera = await RtspPeer.start(footage('plain'))
    processes = await Processes.open()
  })
  afterEach(async () => {
    await processes.close()
    await camera.close()
    await database?.close()
  })

  // PGlite has one session, and a platform wants several.
  it.skipIf(engine === 'postgres' && !process.env['VEDETTE_TEST_DATABASE_URL'])(
    'goes on by itself, and commands prove its archive and make its index anew',
    async () => {
      database = engine === 'postgres' ? await openTestStorage(engine) : undefined
      const env: Record<string, string> = { VEDETTE_ADMIN_PASSWORD: PASSWORD }
      if (database?.url !== undefined) env['VEDETTE_DATABASE_URL'] = database.url
      const start = async (): Promise<{ run: Run; ask: Ask }> => {
        const run = processes.run(env)
        const { ask } = await administrator(await run.address(), PASSWORD)
        return { run, ask }
      }
      const command = async (name: string): Promise<{ code: number | null; said: string }> => {
        const run = processes.run(env, COMMANDS, [name])
        const code = await run.ended
        return { code, said: run.stdout() + run.stderr() }
      }

      let { run, ask } = await start()
      const { List } = await ask(getGroupList, {})
      const device = { GID: List[0]?.GID ?? '', DevName: 'Gate', DevType: 1, Url: camera.url }
      const { DID } = await ask(addByAddress, device)
      const recordedUntil = async (): Promise<number> => {
        const body = { Streams: [{ DID }], From: 0, To: FOR_EVER_MS }
        return (await ask(recordTimeline, body)).List[0]?.Spans.at(-1) ?? 0
      }
      for (const killed of [false, true, true]) {
        const before = await recordedUntil()
        if (killed) {
          run.child.kill('SIGKILL')
          await run.ended
          ;({ run, ask } = await start())
        }
        await vi.waitFor(async () => expect(await recordedUntil()).toBeGreaterThan(before + 1500), WAIT)
      }
      run.child.kill('SIGTERM')
      expect(await run.ended).toBe(0)

      const proof = await command('verify')
      expect(proof).toMatchObject({ code: 0, said: expect.stringMatching(/^[1-9]\d* files, .* 0 faults$/m) })

      await loseIndex()
      const lacking = await command('verify')
      expect(lacking).toMatchObject({ code: 1, said: expect.stringContaining('the index does not know it') })
      const files = /(\d+) faults$/m.exec(lacking.said)?.[1]
      expect(await command('rebuild')).toMatchObject({
        code: 0,
        said: expect.stringContaining(
          `${files} files were missing in the index and are in it now, 0 are damaged`,
        ),
      })
      expect(await command('verify')).toMatchObject({
        code: 0,
        said: expect.stringMatching(new RegExp(`^${files} files, .* 0 faults$`, 'm')),
      })
    },
  )

  async function loseIndex(): Promise<void> {
    if (!database) {
      for (const end of ['', '-wal', '-shm'])
        await rm(join(processes.dataFolder, `index.db${end}`), { force: true })
      return
    }
    const store = segmentStore(database.storage)
    const rows = await store.allInChainOrder(undefined, 1000)
    for (const { company_id, path } of rows) await store.remove(company_id, [path])
  }
})
