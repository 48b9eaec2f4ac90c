/** For tests: a whole server whose shards the test stands in for. */
import type { BodyOf } from '@vedette/contract/call'
import { addByAddress } from '@vedette/contract/calls/device'
import { logout } from '@vedette/contract/calls/user'
import { LIVE_FLAG, LIVE_PATH } from '@vedette/contract/live'
import { type PageKey, PAGES } from '@vedette/contract/pages'
import { LoginReplyBody, SOCKET_PATH } from '@vedette/contract/push'
import { makeTicket } from '@vedette/contract/ticket'
import type { Evidence } from '@vedette/media/feed/messages'
import { liveMessage } from '@vedette/media/testing/live-messages'

import { raiseEpoch } from '../authority/epoch.ts'
import type { Config } from '../config.ts'
import type { Video } from '../video/video.ts'
import { startTestApp, type TestApp, type TestCompany } from '../testing/app.ts'
import type { TestShards } from '../testing/shards.ts'
import type { engines } from '../testing/storage.ts'
import { LiveClient, PushClient } from './test-clients.ts'

export interface TestSession {
  token: string
  sessionId: string
  key: string
}

export class TestGate {
  readonly app: TestApp
  #cameras = 0
  #bugsTaken = 0

  static async open(
    engine: (typeof engines)[number] = 'sqlite',
    config: Partial<Config> = {},
  ): Promise<TestGate> {
    return new TestGate(await startTestApp({ engine, config }))
  }

  private constructor(app: TestApp) {
    this.app = app
  }

  get video(): Video {
    return this.app.video
  }

  get shards(): TestShards {
    return this.app.shards
  }

  get clock() {
    return this.app.clock
  }

  /** Throws when the server met a bug that no test asked for. */
  async close(): Promise<void> {
    await this.app.close()
    const bugs = this.takeBugs()
    if (bugs.length > 0) throw new Error(bugs.join('\n'))
  }

  /** The bugs that were logged since this was asked last. */
  takeBugs(): string[] {
    const bugs = this.app
      .logged()
      .split('\n')
      .filter((line) => line.includes('"msg":"bug"'))
    return bugs.slice(this.#bugsTaken, (this.#bugsTaken = bugs.length))
  }

  urlOf(path: string): string {
    return new URL(path, this.app.platform.address).href.replace('http', 'ws')
  }

  /** Someone who logged in, here and on the push socket: the administrator unless pages are given. */
  async session(
    company: TestCompany,
    may?: { pages: readonly PageKey[]; regions?: readonly string[] },
  ): Promise<TestSession> {
    return this.sessionOf(await this.token(company, may))
  }

  async sessionOf(token: string): Promise<TestSession> {
    const push = new PushClient(this.urlOf(SOCKET_PATH))
    const { Key, SessionID } = LoginReplyBody.parse((await push.login(token)).BODY)
    return { token, sessionId: SessionID, key: Key }
  }

  async token(
    company: TestCompany,
    may?: { pages: readonly PageKey[]; regions?: readonly string[] },
  ): Promise<string> {
    if (!may) return this.app.tokenOf(company.code, 'boss')
    const rights = Object.fromEntries(may.pages.map((page) => [page, [...PAGES[page]]]))
    return (await this.app.account(company, rights, may.regions)).token
  }

  async logOut({ token }: Pick<TestSession, 'token'>): Promise<void> {
    await this.app.ask(logout, {}, token)
  }

  ticketOf({ key, sessionId }: TestSession, atMs = this.clock.now()): string {
    return makeTicket(key, sessionId, atMs)
  }

  /** A page on the live socket that was let in. */
  async page(session: TestSession): Promise<LiveClient> {
    const client = new LiveClient(this.urlOf(LIVE_PATH))
    await client.hello(this.ticketOf(session))
    return client
  }

  /** Takes all rights of the company's accounts, as another machine would: the authority finds out by itself. */
  async takeRights({ companyId }: TestCompany): Promise<void> {
    const { storage } = this.app.platform
    const { db } = storage
    const without = { role_status: 0, permissions: '{}' }
    await storage.write([
      db.updateTable('role').set(without).where('company_id', '=', companyId),
      raiseEpoch(storage, companyId),
    ])
  }

  /** A camera, enrolled by call; the shards have been told. */
  async device(
    company: TestCompany,
    of: {
      region?: string
      hasSub?: boolean
      devType?: number
      url?: string
      password?: string
      how?: Pick<BodyOf<typeof addByAddress>, 'Transport' | 'Tls'>
    } = {},
  ): Promise<string> {
    const {
      region: GID = company.rootGid,
      devType: DevType = 1,
      url: Url = `rtsp://192.0.2.7/${++this.#cameras}`,
    } = of
    const credentials = of.password === undefined ? {} : { Username: 'camera', Password: of.password }
    const sub = of.hasSub ? { SubUrl: `${Url}/sub` } : {}
    const body = { GID, DevName: 'Camera', DevType, Url, ...sub, ...credentials, ...of.how }
    return (await this.app.ask(addByAddress, body, company.token)).DID
  }

  async removeDevice({ companyId }: TestCompany, did: string): Promise<void> {
    const { storage } = this.app.platform
    await storage.write([
      storage.db.deleteFrom('device').where('company_id', '=', companyId).where('did', '=', did),
    ])
    await this.video.streams.refresh(companyId)
  }

  /** Changes it as calls of later versions will, or an older version did. */
  async changeDevice(
    { companyId }: TestCompany,
    did: string,
    row: { region_id?: string; dev_type?: number; url?: string; secret_box?: string },
  ): Promise<void> {
    const { storage } = this.app.platform
    const { db } = storage
    const { url, secret_box, ...device } = row
    await storage.write([
      ...(Object.keys(device).length > 0
        ? [db.updateTable('device').set(device).where('did', '=', did)]
        : []),
      ...(url === undefined ? [] : [db.updateTable('device_stream').set({ url }).where('did', '=', did)]),
      ...(secret_box === undefined
        ? []
        : [db.updateTable('device_credential').set({ secret_box }).where('did', '=', did)]),
    ])
    await this.video.streams.refresh(companyId)
  }

  /** The number of a device's stream. */
  streamOf({ companyId }: TestCompany, did: string, quality: 'main' | 'sub' = 'main'): number {
    const stream = this.video.streams.find(companyId, did, 0, quality)
    if (!stream) throw new Error(`no stream of ${did}`)
    return stream.number
  }

  evidence(
    stream: number,
    state: Evidence['state'],
    reason: Evidence['reason'] = 'none',
    attempt = 0,
    format: Pick<Evidence, 'codec' | 'width' | 'height'> = { codec: '', width: 0, height: 0 },
  ): void {
    const media = { ...format, fps: 0, kbps: 0, lost: 0 }
    const sinceMs = this.clock.now()
    const status = { state, reason, sinceMs, attempt, ...media }
    this.shards.options.onEvidence({ type: 'evidence', revision: 1, stream, ...status })
  }

  publish(
    stream: number,
    kind: 'configuration' | 'video',
    of: {
      isKey?: boolean
      sequence?: number
      epoch?: number
      hasAudio?: boolean
      payloadBytes?: number
    } = {},
  ): void {
    const message = liveMessage(kind, { stream, payloadBytes: 100, ...of })
    if (of.hasAudio) message[1] = LIVE_FLAG.audio
    this.shards.options.onMessage(message)
  }

  /** What a shard sends of a stream that begins: three messages. */
  begin(stream: number, epoch = 1): void {
    this.publish(stream, 'configuration', { epoch })
    this.publish(stream, 'video', { isKey: true, sequence: 1, epoch })
    this.publish(stream, 'video', { sequence: 2, epoch })
  }
}
