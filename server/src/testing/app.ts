/** A whole server on a free port, and factories for companies of one's own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { addByAddress } from '@vedette/contract/calls/device'
import { createGroup } from '@vedette/contract/calls/group'
import { login } from '@vedette/contract/calls/user'
import { nameOfCode } from '@vedette/contract/codes'
import { type Answer, readAnswer } from '@vedette/contract/envelope'
import { REFUSAL_BODIES } from '@vedette/contract/refusals'
import { z } from 'zod'

import type { StoredRights } from '../authority/rights.ts'
import { type Config, readConfig } from '../config.ts'
import { systemClock, TestClock } from '../engines/clock.ts'
import { Secret } from '../engines/secret-box.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { replyOf } from '../http/caller.ts'
import { setPasswordCost } from '../modules/session/index.ts'
import { type Overrides, type Platform, startPlatform } from '../platform.ts'
import { type Video, type VideoOptions, startVideo } from '../video/video.ts'
import type { CuttableLine } from './cuttable.ts'
import { TestShards } from './shards.ts'
import { type engines, openTestStorage } from './storage.ts'

/** Obeys the rule for every account that the factories name. */
export const PASSWORD = 'Correct#Horse9'
export const ADMINISTRATOR = 'boss'
const METRICS_TOKEN = 'figures-of-the-tests'

export interface TestCompany {
  companyId: string
  code: string
  rootGid: string
  /** The administrator's. */
  accountId: string
  token: string
}

export interface TestAccount {
  accountId: string
  roleId: string
  name: string
  token: string
}

export interface TestApp {
  platform: Platform
  clock: TestClock
  video: Video
  /** Stands in for the processes. */
  shards: TestShards
  /** The archive's index. */
  index: Storage
  /** Where recordings are. */
  archiveFolder: string
  /** The line to PostgreSQL, where it was to be one that can be cut. */
  databaseLine: CuttableLine | undefined
  /** Everything that was logged. */
  logged: () => string
  /** Sends what need be no envelope. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Asks with the operator's token: here everybody comes through a proxy. */
  metrics: () => Promise<Response>
  /** `address` is where the request seems to come from. */
  send: (call: Call, body: unknown, token?: string, address?: string) => Promise<Answer>
  /** Sends a call that has to succeed. */
  ask: <C extends Call>(call: C, body: BodyOf<C>, token?: string) => Promise<ReplyOf<C>>
  login: (code: string, account: string, password?: string, address?: string) => Promise<Answer>
  /** The token of a login that has to succeed. */
  tokenOf: (code: string, account: string) => Promise<string>
  company: () => Promise<TestCompany>
  /** Makes an account that sees all, unless regions are given. */
  account: (company: TestCompany, rights: StoredRights, regionIds?: readonly string[]) => Promise<TestAccount>
  region: (company: TestCompany, parentGid?: string) => Promise<string>
  device: (company: TestCompany, gid?: string) => Promise<string>
  /** A row of the album, without a file behind it. */
  picture: (company: TestCompany, gid?: string) => Promise<string>
  close: () => Promise<void>
}

setPasswordCost('cheap')

interface Options {
  engine?: (typeof engines)[number]
  config?: Partial<Config>
  overrides?: Overrides
  /** Real shard processes in real time, rather than `TestShards`. */
  hasShards?: boolean
  /** The line to PostgreSQL is to be cut. */
  isCuttable?: boolean
}

export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { engine = 'sqlite', config, overrides, hasShards = false, isCuttable = false } = options
  const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-app-'))
  const database = await openTestStorage(engine, { isCuttable })
  const clock = new TestClock()
  const log: string[] = []
  let video: Video | undefined
  let shards: TestShards | undefined
  const platform = await startPlatform(
    {
      ...readConfig({}),
      port: 0,
      mqttPort: 0,
      // Written for each app it would be many.
      reserveBytes: 0,
      dataFolder,
      // So that whatever is logged anywhere is seen by the tests that look for secrets in it.
      logLevel: 'debug',
      metricsToken: new Secret(METRICS_TOKEN),
      // So that a test may come from any address.
      trustedProxies: ['127.0.0.1'],
      // A process of its own for each test that does not look at pictures would be too many.
      detection: 'off',
      ...config,
    },
    {
      clock,
      storage: database.storage,
      elapsedMs: () => clock.now(),
      async startVideo(options) {
        const startShards: VideoOptions['startShards'] = async (of) => (shards = new TestShards(of))
        const other = hasShards ? { clock: systemClock } : { startShards }
        return (video = await startVideo({ ...options, ...other }))
      },
      logTo: { write: (line) => void log.push(line) },
      ...overrides,
    },
  )
  if (!video) throw new Error('the platform started no ingest')
  const { companies } = platform
  let made = 0

  const app: TestApp = {
    platform,
    clock,
    video,
    get shards() {
      if (!shards) throw new Error('this app has real shards')
      return shards
    },
    index: platform.index,
    archiveFolder: join(config?.dataFolder ?? dataFolder, 'archive'),
    databaseLine: database.line,
    logged: () => log.join(''),
    fetch: (path, init) => fetch(new URL(path, platform.address), init),
    metrics: () => app.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    async send(call, body, token, address) {
      const response = await app.fetch(call.path, {
        method: call.method,
        headers: {
          ...(token === undefined ? {} : { authorization: token }),
          ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        },
        ...(call.method === 'GET' ? {} : { body: JSON.stringify({ SEQID: '1', BODY: body }) }),
      })
      const answer = readAnswer(await response.json())
      if (!answer) throw new Error(`${call.path} answered no envelope`)
      vouchFor(call, answer)
      return answer
    },
    async ask(call, body, token) {
      const answer = await app.send(call, body, token)
      if (answer.CODE !== call.success)
        throw new Error(`${call.path} answered ${answer.CODE} ${JSON.stringify(answer.BODY)}`)
      return replyOf(call, answer.BODY)
    },
    login: (EnterpriseCode, Account, Password = PASSWORD, address) =>
      app.send(login, { EnterpriseCode, Account, Password }, undefined, address),
    async tokenOf(EnterpriseCode, Account) {
      const { CompanyInfos } = await app.ask(login, { EnterpriseCode, Account, Password: PASSWORD })
      return CompanyInfos[0]?.Utoken ?? ''
    },
    async company() {
      const code = `company-${++made}`
      const { companyId, rootRegionId, accountId } = await companies.found({
        code,
        name: `Company ${made}`,
        timeZone: 'Europe/Berlin',
        administrator: { name: ADMINISTRATOR, password: PASSWORD },
      })
      const token = await app.tokenOf(code, ADMINISTRATOR)
      return { companyId, code, rootGid: rootRegionId, accountId, token }
    },
    async account(company, rights, regionIds) {
      const name = `clerk${++made}`
      const roleId = await companies.addRole(company.companyId, { name: `Role ${made}`, rights })
      const accountId = await companies.addAccount(company.companyId, {
        name,
        password: PASSWORD,
        roleId,
        ...(regionIds ? { regionIds } : {}),
      })
      return { accountId, roleId, name, token: await app.tokenOf(company.code, name) }
    },
    async region(company, ParentGID = company.rootGid) {
      const reply = await app.ask(createGroup, { ParentGID, GroupName: `Region ${++made}` }, company.token)
      return reply.GID
    },
    async device(company, GID = company.rootGid) {
      // An address for documentation (RFC 5737), which nobody dials here.
      const body = { GID, DevName: `Camera ${++made}`, DevType: 1, Url: `rtsp://192.0.2.7/${made}` }
      return (await app.ask(addByAddress, body, company.token)).DID
    },
    async picture(company, gid = company.rootGid) {
      const id = `PICTURE${++made}`
      const { storage } = platform
      await storage.write([
        storage.db.insertInto('album_picture').values({
          company_id: company.companyId,
          id,
          thumb_id: `${id}SMALL`,
          did: 'CAM-0000000001',
          channel: 0,
          dev_name: `Camera ${made}`,
          name_search: `camera ${made}`,
          dev_type: 1,
          model: 'VC-210',
          region_id: gid,
          region_name: 'Somewhere',
          taken_at: made,
          saved_at: clock.now(),
          source: 'live',
          account: 'demo_admin',
          width: 16,
          height: 9,
          bytes: 1,
          sha256: '0'.repeat(64),
        }),
      ])
      return id
    },
    async close() {
      await platform.close()
      await database.close()
      await rm(dataFolder, { recursive: true })
    },
  }
  return app
}

/** Whatever a call answers has the shape that the contract tells: its reply, or what its refusal says. */
function vouchFor(call: Call, { CODE, BODY }: Answer): void {
  if (CODE === call.success) return void call.reply.parse(BODY)
  const name = nameOfCode(CODE)
  if (name === undefined) throw new Error(`${call.path} answered ${CODE}, which no table has`)
  const said = Object.entries(REFUSAL_BODIES).find(([refusal]) => refusal === name)?.[1] ?? z.object({})
  said.strict().parse(BODY)
}
