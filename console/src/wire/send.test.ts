import { createServer, type Server } from 'node:http'

import { call, Empty } from '@vedette/contract/call'
import { login } from '@vedette/contract/calls/user'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { CallFailure } from './failure.ts'
import { type Effects, reactWith } from './reactions.ts'
import { ask, holdToken, send } from './send.ts'

const TOLD = { title: { en: 'Try', 'zh-cn': '尝试' }, example: () => ({}) }
const echo = call('/vms/test/echo', {
  ...TOLD,
  access: 'session',
  body: z.object({ Word: z.string() }),
  reply: z.object({ Word: z.string() }),
  example: () => ({ Word: 'a' }),
})
const leave = call('/vms/test/leave', {
  ...TOLD,
  access: 'session',
  method: 'GET',
  body: Empty,
  reply: Empty,
})

interface Received {
  method: string | undefined
  path: string | undefined
  authorization: string | undefined
  text: string
}

let server: Server
let received: Received[]
let answer: string
let status: number
let shown: string[]
/** What has failed, and is not over. */
let open: Set<string>
const realFetch = globalThis.fetch

beforeEach(async () => {
  received = []
  shown = []
  open = new Set()
  status = 200
  answer = JSON.stringify({ CODE: '200', BODY: { Word: 'yes' } })
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url: path, headers } = request
      received.push({
        method,
        path,
        authorization: headers.authorization,
        text: Buffer.concat(chunks).toString(),
      })
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server.address())
  // A page resolves a path against its own origin; Node has none.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  const effects: Effects = {
    toast: ({ code }, act) => {
      shown.push(`toast ${code}`)
      open.add(act)
    },
    settle: (act) => void open.delete(act),
    expire: ({ code }) => void shown.push(`expire ${code}`),
  }
  reactWith(effects)
})

afterEach(() => {
  vi.unstubAllGlobals()
  holdToken('')
  server.closeAllConnections()
  server.close()
})

describe('a call', () => {
  it('carries the envelope, a number as SEQID and the bare token', async () => {
    holdToken('secret')
    await expect(send(echo, { Word: 'hello' })).resolves.toEqual({ Word: 'yes' })
    const [request] = received
    expect(request).toMatchObject({ method: 'POST', path: '/vms/test/echo', authorization: 'secret' })
    const envelope = z
      .object({ SEQID: z.string().regex(/^\d{1,6}$/), BODY: z.unknown() })
      .strict()
      .parse(JSON.parse(request?.text ?? ''))
    expect(envelope.BODY).toEqual({ Word: 'hello' })
  })

  it('never repeats a SEQID', async () => {
    for (let i = 0; i < 20; i++) await send(echo, { Word: 'hello' })
    const ids = received.map(({ text }) => z.object({ SEQID: z.string() }).parse(JSON.parse(text)).SEQID)
    expect(new Set(ids).size).toBe(20)
  })

  it('uses the SEQID that the specification names', async () => {
    answer = JSON.stringify({ CODE: '200', BODY: { CompanyInfos: [] } })
    await send(login, { EnterpriseCode: 'demo', Account: 'a', Password: 'b' })
    expect(JSON.parse(received[0]?.text ?? '')).toMatchObject({ SEQID: '48' })
    expect(received[0]?.authorization).toBeUndefined()
  })

  it('by GET has no body', async () => {
    answer = JSON.stringify({ code: 0 })
    await expect(send(leave, {})).resolves.toEqual({})
    expect(received[0]).toMatchObject({ method: 'GET', text: '' })
  })

  it.each([
    ['5059', 'noPermission', 'toast 5059'],
    ['5007', 'tokenExpired', 'expire 5007'],
    ['5042', 'notLoggedIn', 'expire 5042'],
    ['9999', undefined, 'toast 9999'],
  ] as const)('refused with %s throws %s and does: %s', async (code, reason, effect) => {
    answer = JSON.stringify({ Code: Number(code), BODY: { Field: 'Word' } })
    const failure = await failureOf(send(echo, { Word: 'x' }))
    expect(failure).toMatchObject({ code, reason, body: { Field: 'Word' } })
    expect(shown).toEqual([effect])
  })

  it('asked instead of sent shows nothing', async () => {
    answer = JSON.stringify({ CODE: '5007', BODY: {} })
    await failureOf(ask(echo, { Word: 'x' }))
    expect(shown).toEqual([])
  })

  it.each(['', 'null', '<html>', '{"BODY":{}}', '{"CODE":"200","BODY":{"Word":7}}'])(
    'answered with %j is a failed request',
    async (text) => {
      answer = text
      expect(await failureOf(send(echo, { Word: 'x' }))).toMatchObject({ reason: 'requestServerError' })
      expect(shown).toEqual(['toast 6112'])
    },
  )

  it('answered with 502 by a proxy says that the request failed at the server; an envelope says it itself', async () => {
    status = 502
    answer = '<html>Bad Gateway</html>'
    expect(await failureOf(send(echo, { Word: 'x' }))).toMatchObject({ reason: 'requestFailed' })
    answer = JSON.stringify({ CODE: '6007', BODY: {} })
    expect(await failureOf(send(echo, { Word: 'x' }))).toMatchObject({ reason: 'internal' })
    expect(shown).toEqual(['toast 6011', 'toast 6007'])
  })

  it('refused is over when it succeeds; without an answer, when any call has one', async () => {
    answer = JSON.stringify({ CODE: '5059', BODY: {} })
    await failureOf(send(echo, { Word: 'x' }))
    answer = ''
    await failureOf(send(echo, { Word: 'x' }))
    expect(open.size).toBe(2)
    answer = JSON.stringify({ code: 0 })
    await send(leave, {})
    expect([...open]).toEqual([echo.path])
    answer = JSON.stringify({ CODE: '200', BODY: { Word: 'yes' } })
    await send(echo, { Word: 'x' })
    expect(open.size).toBe(0)
  })

  it('without a connection is a failed request', async () => {
    server.close()
    server.closeAllConnections()
    expect(await failureOf(send(echo, { Word: 'x' }))).toMatchObject({ reason: 'requestServerError' })
  })

  it('without an answer in time says that the server timed out', async () => {
    const waited: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => {
      waited.push(ms)
      return AbortSignal.abort(new DOMException('too late', 'TimeoutError'))
    })
    expect(await failureOf(send(echo, { Word: 'x' }))).toMatchObject({ reason: 'serverTimeout' })
    expect(waited).toEqual([10_000])
  })

  it('that its caller calls off is neither shown nor a failure', async () => {
    const called = send(echo, { Word: 'x' }, { signal: AbortSignal.abort() })
    await expect(called).rejects.toMatchObject({ name: 'AbortError' })
    expect(shown).toEqual([])
  })
})

async function failureOf(called: Promise<unknown>): Promise<CallFailure> {
  const outcome: unknown = await called.catch((cause: unknown) => cause)
  if (outcome instanceof CallFailure) return outcome
  throw new Error(`no failure: ${String(outcome)}`)
}

function portOf(address: ReturnType<Server['address']>): number {
  if (typeof address === 'object' && address) return address.port
  throw new TypeError('not listening on a port')
}
