import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { replayUrl } from '@vedette/contract/calls/replay'
import { logout } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import type { SegmentRow } from '@vedette/media/record/segment-row'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { recordFile } from '../../testing/record-file.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines, openTestStorage } from '../../testing/storage.ts'

describe.each(engines)('a URL of the archive on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  let start: number
  let camera: RecordedCamera

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    camera = await recordedCamera(app)
    ;({ company, did, start } = camera)
  })

  it('admits to its range alone, for five minutes', async () => {
    await camera.record(start)
    const url = await camera.urlOf(start, start + 5000)
    expect((await app.fetch(url)).status).toBe(200)
    const wider = url.replace(`to=${start + 5000}`, `to=${start + 9000}`)
    expect(wider).not.toBe(url)
    expect((await app.fetch(wider)).status).toBe(401)
    expect((await app.fetch(url.replace('replay', 'recordedPicture'))).status).toBe(401)
    expect((await app.fetch(url.replace(/&signature=.*$/, ''))).status).toBe(401)
    app.clock.advance(5 * 60_000 + 1)
    expect((await app.fetch(url)).status).toBe(401)
  })

  it('ends with its session', async () => {
    await camera.record(start)
    const { token } = await app.account(company, { replay: [] })
    const { Parts } = await app.ask(replayUrl, { DID: did, From: start, To: start + 5000 }, token)
    const url = Parts[0]?.Url ?? ''
    expect((await app.fetch(url)).status).toBe(200)
    await app.ask(logout, {}, token)
    expect((await app.fetch(url)).status).toBe(401)
  })

  it('is checked anew by rights, region and company', async () => {
    await camera.record(start)
    const gid = await app.region(company)
    const bound = await app.account(company, { replay: [] }, [company.rootGid])
    const { Parts } = await app.ask(replayUrl, { DID: did, From: start, To: start + 5000 }, bound.token)
    const url = Parts[0]?.Url ?? ''
    expect((await app.fetch(url)).status).toBe(200)
    await app.platform.companies.setRights(company.companyId, bound.roleId, { realTimeVideo: [] })
    expect((await app.fetch(url)).status).toBe(403)
    const elsewhere = await app.account(company, { replay: [] }, [gid])
    const stranger = await app.company()
    for (const token of [elsewhere.token, stranger.token])
      expect((await app.send(replayUrl, { DID: did, From: start, To: start + 5000 }, token)).CODE).toBe(
        CODES.noDataAuthority.code,
      )
  })

  /** A replay whose first bytes were taken; it has more than the sockets between the two hold. */
  async function longReplay(token = company.token) {
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const rows: SegmentRow[] = []
    for (let file = 0; file < 50; file++)
      rows.push(await recordFile(app, stream, start + file * 120_000, 120))
    const { Parts } = await app.ask(replayUrl, { DID: did, From: start, To: start + 6_000_000 }, token)
    const { body } = await app.fetch(Parts[0]?.Url ?? '')
    const reader = body?.getReader()
    await reader?.read()
    const rest = async (): Promise<void> => {
      while (!(await reader?.read())?.done);
    }
    return { rows, rest }
  }

  it('that is being fetched ends when the right to it does', async () => {
    const { token, accountId } = await app.account(company, { replay: [] })
    const { rest } = await longReplay(token)
    await app.platform.authority.revokeAccount(company.companyId, accountId)
    await expect(rest()).rejects.toThrow('terminated')
  })

  it('is read from the disk as it is taken, and not ahead', async () => {
    const { rows, rest } = await longReplay()
    // Turns enough for anyone who reads ahead.
    for (let turn = 0; turn < 200; turn++) await app.fetch('/healthz')
    await rm(join(app.archiveFolder, rows.at(-1)?.path ?? ''))
    await expect(rest()).rejects.toThrow('terminated')
  })

  it('outlives the process that signed it', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-restart-'))
    const { storage, close } = await openTestStorage(engine)
    const options = { engine, config: { dataFolder }, overrides: { storage } }
    const before = await startTestApp(options)
    const its = await recordedCamera(before)
    await its.record(its.start)
    const url = await its.urlOf(its.start, its.start + 5000)
    const played = await its.bytesOf(url)
    await before.close()
    const after = await startTestApp(options)
    const again = await after.fetch(url)
    expect(again.status).toBe(200)
    expect(Buffer.from(await again.arrayBuffer())).toEqual(played)
    await after.close()
    await close()
    await rm(dataFolder, { recursive: true })
  })
})
