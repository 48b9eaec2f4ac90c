/** The one path of every call: what is read of whom, what is written down, and what is said to nobody. */
import { auditExport, auditList } from '@vedette/contract/calls/audit'
import { beginDetectionTrial } from '@vedette/contract/calls/detection-trial'
import { batchJoinGroupByExcel } from '@vedette/contract/calls/device-import'
import { deviceList } from '@vedette/contract/calls/device'
import { createGroup, deleteGroup } from '@vedette/contract/calls/group'
import { sessionList, uploadImage } from '@vedette/contract/calls/own-account'
import { login, loginOptions, logout } from '@vedette/contract/calls/user'
import type { Call } from '@vedette/contract/call'
import { CODES, Refusal } from '@vedette/contract/codes'
import { readAnswer } from '@vedette/contract/envelope'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../testing/app.ts'
import { CLIENT } from '../testing/identity-provider.ts'
import { oddProvider } from '../testing/odd-provider.ts'
import { beginSignOn, companyWithProvider } from '../testing/sign-on.ts'
import { serve, type Visitor } from './route.ts'

const PATIENCE = { timeout: 60_000 }
const MIB = 1024 * 1024

let app: TestApp
let company: TestCompany
/** What the handler of `createGroup` does, where a test says. */
let instead: ((visitor: Visitor) => Promise<{ GID: string }>) | undefined
beforeAll(async () => {
  app = await startTestApp({
    overrides: {
      routes: (routes) =>
        routes.map((route) => {
          if (route.call !== createGroup) return route
          const other = serve(createGroup, async (_body, _session, visitor) => {
            if (!instead) throw new Error('no test said what to do')
            return instead(visitor)
          })
          return {
            ...route,
            prepare: (body, files) => (instead ? other : route).prepare(body, files),
          }
        }),
    },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  instead = undefined
  company = await app.company()
})

const region = () => ({ ParentGID: company.rootGid, GroupName: 'Yard' })
const make = (headers: Record<string, string> = {}) =>
  app.fetch(createGroup.path, {
    method: 'POST',
    headers: { authorization: company.token, ...headers },
    body: JSON.stringify({ SEQID: '1', BODY: region() }),
  })
const rowsOf = async (call: Pick<Call, 'path'>) =>
  (await app.ask(auditList, { Paths: [call.path], PageSize: 100 }, company.token)).List

/** The lines that were logged of this account's, or this address's, calls. */
function linesOf(of: { account?: string; address?: string }): Record<string, unknown>[] {
  return app
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"call"'))
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => Object.entries(of).every(([name, value]) => line[name] === value))
}
async function counted(path: string, code: string): Promise<number> {
  const text = await (await app.metrics()).text()
  return Number(
    new RegExp(`vedette_requests_total\\{path="${path}",code="${code}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  )
}

describe('what is logged and counted of a call', () => {
  it('is its path, its code, where it came from and whose it was; what went well only for who debugs', async () => {
    const clerk = await app.account(company, {})
    const address = '203.0.113.90'
    await app.send(sessionList, {}, clerk.token, address)
    await app.send(deviceList, {}, clerk.token, address)
    const shared = { address, company: company.companyId, account: clerk.accountId, ms: expect.any(Number) }
    expect(linesOf({ account: clerk.accountId, address })).toEqual([
      expect.objectContaining({ ...shared, level: 20, path: sessionList.path, code: '200' }),
      expect.objectContaining({ ...shared, level: 30, path: deviceList.path, code: CODES.noPermission.code }),
    ])
    for (const { ms } of linesOf({ address })) expect(Number(ms)).toBeGreaterThanOrEqual(0)
  })

  it('names nobody where nobody is known', async () => {
    const address = `2001:db8::${crypto.randomUUID().slice(0, 4)}`
    await app.send(loginOptions, {}, undefined, address)
    const [line] = linesOf({ address })
    expect(line).toMatchObject({ path: loginOptions.path, code: '200', level: 20 })
    expect(line).not.toHaveProperty('company')
    expect(line).not.toHaveProperty('account')
  })

  it('is no bug where it was refused, or where nobody could read it', async () => {
    const bugs = () => app.logged().split('"msg":"bug"').length
    const before = bugs()
    await app.send(deviceList, {})
    await app.send(deviceList, { PageSize: 'many' }, company.token)
    await app.fetch(deviceList.path, { method: 'POST', body: '{' })
    await app.fetch('/vms/nowhere', { method: 'POST', body: '{}' })
    expect(bugs()).toBe(before)
    instead = async () => {
      throw new Error('a bug')
    }
    await make()
    expect(bugs()).toBe(before + 1)
  })

  it('is counted by path and code, and what reached no call as unknown', async () => {
    const before = await counted(deviceList.path, CODES.notLoggedIn.code)
    await app.send(deviceList, {})
    expect(await counted(deviceList.path, CODES.notLoggedIn.code)).toBe(before + 1)
    const unknown = await counted('unknown', CODES.badEnvelope.code)
    await app.fetch(deviceList.path, { method: 'POST', body: '{' })
    expect(await counted('unknown', CODES.badEnvelope.code)).toBe(unknown + 1)
  })
})

describe('a body', () => {
  const large = (bytes: number): RequestInit => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png')
    return { method: 'POST', body: form }
  }
  async function codeOf(path: string, init: RequestInit, token?: string): Promise<[number, string]> {
    const headers = token === undefined ? {} : { authorization: token }
    const response = await app.fetch(path, { ...init, headers })
    return [response.status, readAnswer(await response.json())?.CODE ?? 'none']
  }

  it('may be larger where the call says so, from who may call', async () => {
    expect(await codeOf(uploadImage.path, large(7 * MIB))).toEqual([200, CODES.notLoggedIn.code])
    expect(await codeOf(uploadImage.path, large(7 * MIB), company.token)).toEqual([413, CODES.tooLarge.code])
    const [status, code] = await codeOf(uploadImage.path, large(2 * MIB), company.token)
    expect(status).toBe(200)
    expect(code).not.toBe(CODES.tooLarge.code)
  })

  it('is not read of who may not call, however large', async () => {
    const clerk = await app.account(company, {})
    const init = { method: 'POST', body: 'x'.repeat(2 * MIB) }
    expect(await codeOf(batchJoinGroupByExcel.path, init, clerk.token)).toEqual([
      200,
      CODES.noPermission.code,
    ])
    expect(await codeOf(batchJoinGroupByExcel.path, init, company.token)).toEqual([
      400,
      CODES.badEnvelope.code,
    ])
    expect(await codeOf(deviceList.path, init, company.token)).toEqual([413, CODES.tooLarge.code])
  })

  it('of a form is none where the call brings no file, nor an envelope where it does', async () => {
    expect(await codeOf(deviceList.path, large(10), company.token)).toEqual([400, CODES.badEnvelope.code])
    const envelope = { method: 'POST', body: '{"SEQID":"1","BODY":{}}' }
    const [status, code] = await codeOf(uploadImage.path, envelope, company.token)
    expect([status, code]).not.toEqual([200, uploadImage.success])
    expect(code).not.toBe(CODES.internal.code)
  })

  it('of a call by GET is none, whatever comes with it', async () => {
    expect(logout.method).toBe('GET')
    const { token } = await app.account(company, {})
    expect(await codeOf(logout.path, { method: 'GET' }, token)).toEqual([200, logout.success])
    expect((await app.fetch(logout.path, { method: 'HEAD' })).status).toBe(404)
  })

  it('that names what is another’s reaches no handler', async () => {
    const stranger = await app.company()
    let hasRun = false
    instead = async () => {
      hasRun = true
      return { GID: company.rootGid }
    }
    const body = { ...region(), ParentGID: stranger.rootGid }
    expect((await app.send(createGroup, body, company.token)).CODE).toBe(CODES.noDataAuthority.code)
    expect(hasRun).toBe(false)
    await make()
    expect(hasRun).toBe(true)
  })

  it('of who may not call is not checked', async () => {
    const clerk = await app.account(company, {})
    expect((await app.send(deviceList, { PageSize: 'many' }, clerk.token)).CODE).toBe(CODES.noPermission.code)
    expect((await app.send(deviceList, { PageSize: 'many' })).CODE).toBe(CODES.notLoggedIn.code)
    expect((await app.send(deviceList, { PageSize: 'many' }, company.token)).CODE).toBe(CODES.badInput.code)
  })
})

describe('the audit log', () => {
  it('has a change with all that its handler told, and where it came from', async () => {
    instead = async (visitor) => {
      visitor.tell({ count: 1, name: 'b' })
      visitor.tell({ name: 'c' })
      return { GID: company.rootGid }
    }
    await make({ 'x-forwarded-for': '203.0.113.91' })
    expect(await rowsOf(createGroup)).toMatchObject([
      {
        AccountID: company.accountId,
        Address: '203.0.113.91',
        Targets: [{ Kind: 'region', ID: company.rootGid }],
        Outcome: 'done',
        Code: '',
        Details: { count: 1, name: 'c' },
      },
    ])
  })

  it('has a change before it is done: who pulls the plug meanwhile leaves it unfinished', async () => {
    let during: unknown
    instead = async () => {
      during = await rowsOf(createGroup)
      return { GID: company.rootGid }
    }
    await make()
    expect(during).toMatchObject([
      { AccountID: company.accountId, Outcome: 'unfinished', Targets: [{ ID: company.rootGid }] },
    ])
    expect(await rowsOf(createGroup)).toMatchObject([{ Outcome: 'done' }])
  })

  it('has a change that its handler refused, or that a bug hindered', async () => {
    const { BODY } = await app.send(createGroup, region(), company.token)
    const GID = createGroup.reply.parse(BODY).GID
    await app.device(company, GID)
    expect((await app.send(deleteGroup, { GID }, company.token)).CODE).toBe(CODES.regionHasDevices.code)
    expect(await rowsOf(deleteGroup)).toMatchObject([{ Code: CODES.regionHasDevices.code }])
    instead = async () => {
      throw new Error('a secret')
    }
    const answer = await make()
    expect([answer.status, await answer.json()]).toEqual([200, { CODE: CODES.internal.code, BODY: {} }])
    expect((await rowsOf(createGroup))[0]).toMatchObject({ Code: CODES.internal.code, Details: {} })
    const id = answer.headers.get('x-request-id') ?? 'none'
    const lines = app.logged().split('\n')
    expect(lines.find((line) => line.includes(id) && line.includes('"msg":"bug"'))).toContain('a secret')
  })

  it('has what was refused for want of a right, with what it was about', async () => {
    const clerk = await app.account(company, {})
    const stranger = await app.company()
    const body = { ParentGID: stranger.rootGid, GroupName: 'Yard' }
    expect((await app.send(createGroup, body, company.token, '203.0.113.92')).CODE).toBe(
      CODES.noDataAuthority.code,
    )
    await expect
      .poll(() => rowsOf(createGroup), PATIENCE)
      .toMatchObject([
        {
          AccountID: company.accountId,
          Address: '203.0.113.92',
          Targets: [{ Kind: 'region', ID: stranger.rootGid }],
          Outcome: 'refused',
          Code: CODES.noDataAuthority.code,
        },
      ])
    expect((await app.send(deviceList, {}, clerk.token)).CODE).toBe(CODES.noPermission.code)
    await expect
      .poll(() => rowsOf(deviceList), PATIENCE)
      .toMatchObject([{ AccountID: clerk.accountId, Targets: [], Outcome: 'refused' }])
  })

  it('has nothing of what only reads, of a bad body, or of somebody unknown', async () => {
    await app.ask(deviceList, {}, company.token)
    await app.send(createGroup, { GroupName: 7 }, company.token)
    await app.send(createGroup, region())
    await app.send(createGroup, region(), 'nobody')
    expect([...(await rowsOf(deviceList)), ...(await rowsOf(createGroup))]).toEqual([])
  })

  it('has what was disclosed once, and what was asked for in vain', async () => {
    await app.ask(auditExport, {}, company.token)
    expect(await rowsOf(auditExport)).toMatchObject([{ Outcome: 'done', Code: '' }])
    const DID = await app.device(company)
    const motion = {
      MotionDetection: true,
      MotionTracking: false,
      HumanDetection: false,
      HumanTracking: false,
    }
    const Alarm = { ...motion, Sensitivity: 50, Ranges: [], Zones: [] }
    const asked = await app.send(beginDetectionTrial, { DID, From: 1, To: 2, Alarm }, company.token)
    expect(asked.CODE).toBe(CODES.noRecording.code)
    expect(await rowsOf(beginDetectionTrial)).toMatchObject([
      { Targets: [{ Kind: 'device', ID: DID }], Code: CODES.noRecording.code },
    ])
  })

  it('has log-ins and tries at them', async () => {
    await app.login(company.code, 'boss', undefined, '203.0.113.93')
    await app.login(company.code, 'boss', 'Wrong#Horse9', '203.0.113.94')
    await expect
      .poll(() => rowsOf(login), PATIENCE)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ Address: '203.0.113.93', Outcome: 'done', Targets: [] }),
          expect.objectContaining({
            AccountID: company.accountId,
            Address: '203.0.113.94',
            Outcome: 'refused',
            Code: CODES.wrongPassword.code,
          }),
        ]),
      )
    // Nobody is refused where it was a bug, and nobody was tried where none was named.
    instead = async (visitor) => {
      const { companyId, code: companyCode, accountId } = company
      visitor.triesToBe({ companyId, companyCode, accountId, accountName: 'boss' })
      throw new Error('a bug')
    }
    await make()
    instead = async () => {
      throw new Refusal('noSuchAccount')
    }
    await make()
    expect((await rowsOf(createGroup)).map(({ Code }) => Code)).toEqual([
      CODES.noSuchAccount.code,
      CODES.internal.code,
    ])
  })
})

describe('what a handler learns of a visitor', () => {
  it('is his address and 300 characters of his browser', async () => {
    const seen: Visitor[] = []
    instead = async (visitor) => {
      seen.push(visitor)
      return { GID: company.rootGid }
    }
    await make({ 'x-forwarded-for': '203.0.113.95', 'user-agent': `${'a'.repeat(300)}b` })
    expect(seen).toMatchObject([{ address: '203.0.113.95', userAgent: 'a'.repeat(300) }])
  })

  it('is the cookie of who logs in at a provider, and nobody else’s page may read it', async () => {
    const odd = await oddProvider(CLIENT.id)
    const other = await startTestApp({ config: { loopbackProviderPorts: [odd.port] } })
    const { company: theirs } = await companyWithProvider(other, odd.issuer)
    const first = await beginSignOn(other, theirs)
    const again = await beginSignOn(other, theirs, first.cookie)
    await other.close()
    await odd.close()
    expect(first.given).toMatch(/^vedette-login=[\w-]{43};.*HttpOnly/)
    expect(again.cookie).toBe(first.cookie)
  })

  it('is no cookie, and he gets none, where the call does not say so', async () => {
    const seen: (string | undefined)[] = []
    instead = async (visitor) => {
      seen.push(visitor.cookie)
      visitor.setCookie('a'.repeat(43), 1000)
      return { GID: company.rootGid }
    }
    const answer = await make({ cookie: `vedette-login=${'a'.repeat(43)}` })
    expect(seen).toEqual([undefined])
    expect(await answer.json()).toMatchObject({ CODE: CODES.internal.code })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(app.logged()).toContain(`${createGroup.path} does not say that it uses a cookie`)
  })
})
