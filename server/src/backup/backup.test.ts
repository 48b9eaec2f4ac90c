import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline } from '@vedette/contract/calls/record'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { administrator } from '../http/caller.ts'
import { PASSWORD } from '../testing/app.ts'
import { Processes } from '../testing/processes.ts'
import { engines, openTestStorage, type TestStorage } from '../testing/storage.ts'

const COMMANDS = join(import.meta.dirname, '../backup-commands.ts')
const ARCHIVE_COMMANDS = join(import.meta.dirname, '../archive-commands.ts')
const WAIT = { timeout: 60_000, interval: 250 }
const FOR_EVER_MS = 8_640_000_000_000_000

describe.each(engines)('a backup on %s', (engine) => {
  let camera: RtspPeer
  let here: Processes
  let there: Processes
  let target: Processes
  const databases: TestStorage[] = []

  beforeEach(async () => {
    camera = await RtspPeer.start(footage('plain'))
    ;[here, there, target] = [await Processes.open(), await Processes.open(), await Processes.open()]
  })
  afterEach(async () => {
    for (const processes of [here, there, target]) await processes.close()
    await camera.close()
    for (const database of databases.splice(0)) await database.close()
  })

  const environment = async (): Promise<Record<string, string>> => {
    const env: Record<string, string> = { VEDETTE_ADMIN_PASSWORD: PASSWORD }
    if (engine === 'sqlite') return env
    const database = await openTestStorage(engine)
    databases.push(database)
    return { ...env, VEDETTE_DATABASE_URL: database.url ?? '' }
  }

  async function command(
    processes: Processes,
    env: Record<string, string>,
    file: string,
    ...words: string[]
  ) {
    const run = processes.run(env, file, words)
    const code = await run.ended
    return { code, said: run.stdout() + run.stderr() }
  }

  // PGlite has one session, and a platform wants several.
  it.skipIf(engine === 'postgres' && !process.env['VEDETTE_TEST_DATABASE_URL'])(
    'of a platform that records, made twice and put back elsewhere, has its devices and an archive without a fault',
    async () => {
      const env = await environment()
      const run = here.run(env)
      const { ask } = await administrator(await run.address(), PASSWORD)
      const { List } = await ask(getGroupList, {})
      const device = { GID: List[0]?.GID ?? '', DevName: 'Gate', DevType: 1, Url: camera.url }
      const { DID } = await ask(addByAddress, device)
      const spans = async (asked = ask): Promise<number[]> => {
        const body = { Streams: [{ DID }], From: 0, To: FOR_EVER_MS }
        return (await asked(recordTimeline, body)).List[0]?.Spans ?? []
      }
      const recorded = async (): Promise<string[]> =>
        (await readdir(join(here.dataFolder, 'archive'), { recursive: true })).filter((name) =>
          name.endsWith('.mp4'),
        )
      // A camera that comes back begins another file, so there are files that are finished.
      for (let files = 0; files < 2; files++) {
        const before = (await spans()).at(-1) ?? 0
        await vi.waitFor(async () => expect((await spans()).at(-1)).toBeGreaterThan(before + 1500), WAIT)
        camera.hangUp()
        await vi.waitFor(
          async () => expect((await recorded()).length).toBeGreaterThanOrEqual(files + 2),
          WAIT,
        )
      }
      const secrets = ['outbox', 'tls']
      for (const folder of secrets) {
        await mkdir(join(here.dataFolder, folder), { recursive: true })
        await writeFile(join(here.dataFolder, folder, 'told'), 'lets people in')
      }
      const backUp = () => command(here, env, COMMANDS, 'backup', target.dataFolder)
      const first = await backUp()
      expect(first).toMatchObject({ code: 0, said: expect.stringMatching(/complete, [1-9]\d* files/) })
      expect(first.said).toContain('keep a copy of secret.key')
      const kept = await readdir(join(target.dataFolder, 'archive'), { recursive: true })
      const held = kept.filter((name) => name.endsWith('.mp4'))
      const data = await readdir(join(target.dataFolder, 'data'))
      expect(data.filter((name) => secrets.includes(name))).toEqual([])
      expect(held.length).toBeGreaterThanOrEqual(2)

      const [copied] = held
      const written = (await readFile(join(target.dataFolder, 'archive', copied ?? ''))).length
      camera.hangUp()
      await vi.waitFor(async () => expect((await recorded()).length).toBeGreaterThanOrEqual(4), WAIT)
      const second = await backUp()
      expect(second).toMatchObject({ code: 0 })
      const copiedAgain = Number(/complete, (\d+) files/.exec(second.said)?.[1])
      const all = Number(/(\d+) recordings in it/.exec(second.said)?.[1])
      expect(copiedAgain).toBeLessThan(all)
      expect(written).toBeGreaterThan(0)
      run.child.kill('SIGKILL')
      await run.ended

      const elsewhere = { ...(await environment()), VEDETTE_ADMIN_PASSWORD: 'Another7-gate' }
      await cp(join(here.dataFolder, 'secret.key'), join(there.dataFolder, 'secret.key'))
      expect(await command(there, elsewhere, COMMANDS, 'restore', target.dataFolder)).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^[1-9]\d* files of .* are back$/m),
      })
      expect(await command(there, elsewhere, ARCHIVE_COMMANDS, 'verify')).toMatchObject({
        code: 0,
        said: expect.stringMatching(new RegExp(`^${all} files, .* 0 faults$`, 'm')),
      })
      const again = there.run(elsewhere)
      const restored = await administrator(await again.address(), PASSWORD)
      const found = await restored.ask(deviceList, {})
      expect(found.List).toMatchObject([{ DID, DevName: 'Gate' }])
      const before = (await spans(restored.ask)).at(-1) ?? 0
      await vi.waitFor(
        async () => expect((await spans(restored.ask)).at(-1)).toBeGreaterThan(before + 1500),
        WAIT,
      )
      again.child.kill('SIGTERM')
      expect(await again.ended).toBe(0)
      // A clean stop leaves nothing that somebody would have to end.
      expect(await readdir(join(there.dataFolder, 'archive', '.open'))).toEqual([])
      expect(await command(there, elsewhere, ARCHIVE_COMMANDS, 'verify')).toMatchObject({ code: 0 })
    },
  )
})

describe('a backup', () => {
  let here: Processes
  let target: Processes

  beforeEach(async () => {
    ;[here, target] = [await Processes.open(), await Processes.open()]
  })
  afterEach(async () => {
    for (const processes of [here, target]) await processes.close()
  })

  const said = async (processes: Processes, ...words: string[]): Promise<string> => {
    const run = processes.run({}, COMMANDS, words)
    expect(await run.ended).toBe(2)
    return run.stderr()
  }

  it('goes into no folder that has something else, is within what it copies, or is of another platform', async () => {
    expect(await said(here, 'backup', target.dataFolder)).toContain('there is no platform')
    await writeFile(join(target.dataFolder, 'theses.odt'), 'years of work')
    const run = here.run()
    await run.address()
    expect(await said(here, 'backup', target.dataFolder)).toContain('is not empty')
    expect(await said(here, 'backup', join(here.dataFolder, 'backups'))).toContain('is within')
    expect(await said(here, 'backup')).toContain('npm run backup -- FOLDER')
    await rm(join(target.dataFolder, 'theses.odt'))
    const manifest = { format: 1, of: 'elsewhere:/data', engine: 'sqlite', hasRecordings: true }
    await writeFile(join(target.dataFolder, 'backup.json'), JSON.stringify(manifest))
    expect(await said(here, 'backup', target.dataFolder)).toContain('the backup of elsewhere:/data')
    expect(await said(target, 'restore', target.dataFolder)).toContain('no backup that is complete')
    run.child.kill('SIGTERM')
    await run.ended
  })

  it('is put back into nothing but an empty place, and a place that is half restored does not start', async () => {
    const run = here.run()
    await run.address()
    const copy = here.run({}, COMMANDS, ['backup', target.dataFolder, '--no-recordings'])
    expect(await copy.ended).toBe(0)
    expect(await said(here, 'restore', target.dataFolder)).toContain('have to be empty')
    run.child.kill('SIGTERM')
    await run.ended
    await writeFile(join(here.dataFolder, 'restoring'), '')
    const half = here.run()
    expect(await half.ended).toBe(1)
    expect(half.stderr()).toContain('is half restored')
  })
})
