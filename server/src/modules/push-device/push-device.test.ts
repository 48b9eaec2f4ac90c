import { createDecipheriv, createECDH, createPublicKey, createHmac, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'

import { snoozeAlarms } from '@vedette/contract/calls/alarm-notice'
import { addPushDevice, getPushKey, PushMessage, removePushDevice } from '@vedette/contract/calls/push-device'
import { logout } from '@vedette/contract/calls/user'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { PAUSE_MS } from './index.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const GUARD = { alarmManger: [] }

/** What a browser has: a key pair and a secret (RFC 8291, section 3). */
class Receiver {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor() {
    this.#pair.generateKeys()
  }

  get keys() {
    return { P256dh: this.#pair.getPublicKey('base64url'), Auth: this.#auth.toString('base64url') }
  }

  /** RFC 8291, section 3.4, of the one record of RFC 8188. Throws for what is not for this browser. */
  open(sealed: Buffer): PushMessage {
    const [salt, keyLength] = [sealed.subarray(0, 16), sealed.readUInt8(20)]
    const theirs = sealed.subarray(21, 21 + keyLength)
    const record = sealed.subarray(21 + keyLength)
    const own = this.#pair.getPublicKey()
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
    const input = derived(this.#auth, this.#pair.computeSecret(theirs), info, 32)
    const key = derived(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derived(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    const text = padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    return PushMessage.parse(JSON.parse(text))
  }
}

/** HKDF of one block (RFC 5869). */
function derived(salt: Buffer, input: Buffer, info: Buffer, bytes: number): Buffer {
  const prk = createHmac('sha256', salt).update(input).digest()
  return createHmac('sha256', prk)
    .update(Buffer.concat([info, Buffer.of(1)]))
    .digest()
    .subarray(0, bytes)
}

describe.each(engines)('alarms for a browser that no page is open in, on %s', (engine) => {
  let app: TestApp
  let service: Server
  let address = ''
  let status = 201
  const heard: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const loopback: number[] = []

  beforeAll(async () => {
    service = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        heard.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) })
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const bound = service.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    loopback.push(port)
    address = `http://127.0.0.1:${port}`
    app = await startTestApp({ engine, config: { loopbackProviderPorts: loopback } })
  })
  afterAll(async () => {
    await app?.close()
    service.closeAllConnections()
    service.close()
  })
  beforeEach(() => {
    heard.length = 0
    status = 201
  })

  let made = 0
  /** The browser of one session, switched on and told so. */
  async function browserOf(token: string) {
    const [receiver, path] = [new Receiver(), `/send/${++made}`]
    const body = { Endpoint: `${address}${path}`, ...receiver.keys, Language: 'zh-cn' as const }
    expect(await app.ask(addPushDevice, body, token)).toEqual({ Ok: true, Detail: '' })
    const received = () => heard.filter((it) => it.path === path).map((it) => receiver.open(it.body))
    expect(received()).toMatchObject([{ CloudEid: '', Language: 'zh-cn' }])
    return { ...body, path, received: () => received().slice(1) }
  }
  async function ring({ companyId }: TestCompany, did: string): Promise<string> {
    const noticed = { channel: 0, type: 'ring', origin: 'device', at: app.clock.now() } as const
    const begun = await app.platform.events.intake.begin({ companyId, did, ...noticed })
    return begun?.eventId ?? ''
  }
  const passes = (ms = 1000): void => app.clock.advance(ms)
  /** Until what was noticed has been stored, looked at and sent. */
  const until = (isSo: () => void) =>
    vi.waitFor(() => {
      passes()
      isSo()
    }, PATIENCE)

  it('come encrypted for that browser, signed by the platform’s key, and count those in between', async () => {
    const company = await app.company()
    const { token } = await app.account(company, GUARD)
    const did = await app.device(company)
    const browser = await browserOf(token)
    const first = await ring(company, did)
    await until(() => expect(browser.received()).toHaveLength(1))
    expect(browser.received()).toMatchObject([{ CloudEid: first, Type: 'ring', Others: 0 }])
    const later = [await ring(company, did), await ring(company, did), await ring(company, did)]
    passes(PAUSE_MS)
    await until(() => expect(browser.received()).toHaveLength(2))
    expect(browser.received()[1]).toMatchObject({ CloudEid: later.at(-1), Others: 2 })

    const [{ headers }] = heard.filter(({ path }) => path === browser.path).slice(-1) as [(typeof heard)[0]]
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    const [, jwt = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers['authorization'])) ?? []
    expect(key).toBe((await app.ask(getPushKey, {}, token)).PublicKey)
    const [head = '', claims = '', signature = ''] = jwt.split('.')
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((it) => it.toString('base64url'))
    const jwk = { kty: 'EC', crv: 'P-256', x, y }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk as never, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).toMatchObject({ aud: address })
  })

  it('are those of the person’s own regions and rules, and end with the session', async () => {
    const company = await app.company()
    const [own, other] = [await app.region(company), await app.region(company)]
    const guard = await app.account(company, GUARD, [own])
    const [here, there] = [await app.device(company, own), await app.device(company, other)]
    const browser = await browserOf(guard.token)
    const all = await browserOf(company.token)
    await app.ask(snoozeAlarms, { DID: here, Minutes: 10 }, guard.token)
    await ring(company, here)
    await ring(company, there)
    await until(() => expect(all.received()).toHaveLength(1))
    expect(browser.received()).toEqual([])
    await app.ask(snoozeAlarms, { DID: here, Minutes: 0 }, guard.token)
    const seen = await ring(company, here)
    await until(() => expect(browser.received()).toMatchObject([{ CloudEid: seen, Others: 0 }]))
    // One that waits for its turn when the session ends, and one afterwards.
    await ring(company, here)
    await app.ask(logout, {}, guard.token)
    passes(PAUSE_MS)
    await ring(company, here)
    await until(() => expect(all.received().length).toBeGreaterThan(1))
    expect(browser.received()).toHaveLength(1)
  })

  it('come to a browser that a new session takes over, without a first message', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const [receiver, path] = [new Receiver(), `/send/${++made}`]
    const body = { Endpoint: `${address}${path}`, ...receiver.keys, Test: false }
    expect(await app.ask(addPushDevice, body, company.token)).toEqual({ Ok: true, Detail: '' })
    const CloudEid = await ring(company, did)
    const received = () => heard.filter((it) => it.path === path).map((it) => receiver.open(it.body))
    await until(() => expect(received()).toMatchObject([{ CloudEid }]))
  })

  it('are not kept for a browser that cannot be reached, was switched off, or is forgotten by its service', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const { keys } = new Receiver()
    for (const Endpoint of ['http://127.0.0.1:1/send', 'http://192.0.2.1/send', 'nonsense']) {
      const answer = await app.ask(addPushDevice, { Endpoint, ...keys }, company.token)
      expect(answer).toEqual({ Ok: false, Detail: expect.stringMatching(/./) })
    }
    const [off, gone, kept] = [
      await browserOf(company.token),
      await browserOf(company.token),
      await browserOf(company.token),
    ]
    await app.ask(removePushDevice, { Endpoint: off.Endpoint }, company.token)
    status = 410
    await ring(company, did)
    await until(() => expect(kept.received()).toHaveLength(1))
    await until(() => expect(gone.received()).toHaveLength(1))
    status = 201
    // Both were forgotten; switched on again, one is told.
    const again = await browserOf(company.token)
    passes(PAUSE_MS)
    await ring(company, did)
    await until(() => expect(again.received()).toHaveLength(1))
    expect([off, gone, kept].map(({ received }) => received().length)).toEqual([0, 1, 1])
  })
})
