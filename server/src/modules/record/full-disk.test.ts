/** The data folder on a disk that others fill to the last byte. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { addRecordLock, recordJournal, recordStorage, setRecordPolicy } from '@vedette/contract/calls/record'
import { createGroup } from '@vedette/contract/calls/group'
import { login } from '@vedette/contract/calls/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import { Reserve } from '../../engines/reserve.ts'
import { besideReserve, withReserve } from '../../engines/storage/reserved.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { ADMINISTRATOR, startTestApp, type TestApp } from '../../testing/app.ts'
import { FILE_MS, recordedCamera } from '../../testing/recorded-camera.ts'
import { openSqliteIn, smallDisk } from '../../testing/small-disk.ts'

const DAY_MS = 86_400_000
const disk = await smallDisk(48)

describe.skipIf(!disk)('a disk without a byte left, with the database on it', () => {
  let app: TestApp
  const reserve = join(disk?.folder ?? '', 'data/reserve')
  const reserveBytes = async () => (await stat(reserve).catch(() => undefined))?.blocks ?? 0

  beforeAll(async () => {
    const dataFolder = join(disk?.folder ?? '', 'data')
    app = await startTestApp({
      config: { dataFolder, reserveBytes: 3 * 1024 ** 2 },
      overrides: { storage: undefined },
    })
  })
  afterAll(async () => {
    await app.close()
    await disk?.close()
  })

  it('lets people log in and old recordings go, refuses the rest as "disk full", and all works when there is room', async () => {
    const { company, did, start, record } = await recordedCamera(app)
    const { retention } = app.platform.recording
    const { bytes } = await record(start)
    app.clock.advance(1000)
    await record(start + FILE_MS)
    await retention.sweep()
    expect(await reserveBytes()).toBe((3 * 1024 ** 2) / 512)

    await disk?.fill()
    const group = { ParentGID: company.rootGid, GroupName: 'North' }
    await expect
      .poll(async () => (await app.send(createGroup, group, company.token)).CODE, { timeout: 60_000 })
      .toBe('6113')
    expect(await reserveBytes()).toBe(0)
    expect((await app.login(company.code, ADMINISTRATOR)).CODE).toBe(login.success)

    const token = await app.tokenOf(company.code, ADMINISTRATOR)
    const Policy = { Main: 'continuous' as const, Sub: 'off' as const, Days: 30, MaxBytes: bytes + 1 }
    await app.ask(setRecordPolicy, { DIDs: [did], Policy }, token)
    await retention.sweep()
    const { List } = await app.ask(recordJournal, { DID: did }, token)
    expect(List).toMatchObject([{ Reason: 'deviceSize', Files: 1, IsDone: true }])
    expect(await app.ask(recordStorage, {}, token)).toMatchObject({ State: 'full' })

    await disk?.free()
    await retention.sweep()
    expect(await reserveBytes()).toBe((3 * 1024 ** 2) / 512)
    expect(await app.ask(recordStorage, {}, token)).toMatchObject({ State: 'ok' })
    await app.ask(createGroup, group, token)
    await app.ask(addRecordLock, { DID: did, From: start, To: start + DAY_MS, Reason: 'a fall' }, token)
  })
  it('has the reserve for what may use it, and no more than that', async () => {
    const folder = join(disk?.folder ?? '', 'other')
    await mkdir(folder)
    const clock = new TestClock()
    const storage = await openSqliteIn(folder)
    await storage.migrate()
    const reserve = await Reserve.open({ folder, bytes: 2 * 1024 ** 2, clock, onError: () => {} })
    await reserve.look()
    const row = rowFor(storage)
    await disk?.fill()
    const [urgent, other] = [withReserve(storage, reserve), besideReserve(storage, reserve)]
    // What SQLite's log has room for already is written by anybody.
    let written = 0
    const fillLog = async (): Promise<void> => {
      for (;;) await other.write([row(`other${++written}`)])
    }
    await expect(fillLog()).rejects.toMatchObject({ reason: 'full' })
    expect(reserve.isShort).toBe(true)
    await urgent.write([row('urgent')])
    await disk?.fill()
    await expect(urgent.write([row('late'), row('later'), row('latest'), row('last')])).rejects.toMatchObject(
      {
        reason: 'full',
      },
    )
    await disk?.free()
    await reserve.look()
    expect(reserve.isShort).toBe(false)
    await other.write([row('after')])
    expect(await storage.integrityCheck()).toEqual([])
    await reserve.close()
    await storage.close()
  })

  it('has the reserve for all who need it at the same moment', async () => {
    const folder = join(disk?.folder ?? '', 'several')
    await mkdir(folder)
    const storage = await openSqliteIn(folder)
    await storage.migrate()
    const reserve = await Reserve.open({
      folder,
      bytes: 2 * 1024 ** 2,
      clock: new TestClock(),
      onError: () => {},
    })
    await reserve.look()
    const row = rowFor(storage)
    await disk?.fill()
    const fillLog = async (): Promise<void> => {
      for (let written = 0; ; written++) await storage.write([row(`filler${written}`)])
    }
    await expect(fillLog()).rejects.toMatchObject({ reason: 'full' })
    const urgent = withReserve(storage, reserve)
    await Promise.all([urgent.write([row('one')]), urgent.write([row('two')])])
    expect(reserve.isShort).toBe(true)
    await disk?.free()
    await reserve.close()
    await storage.close()
  })
})

/** Half a megabyte. */
const rowFor =
  ({ db }: Storage) =>
  (key: string) =>
    db.insertInto('login_attempt').values({ key: key.padEnd(500_000, '.'), window_start: 0, count: 0 })
