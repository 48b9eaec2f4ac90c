import { call, Empty } from '@vedette/contract/call'
import { Refusal } from '@vedette/contract/codes'
import { DID, GID } from '@vedette/contract/ids'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { Principal } from '../authority/principal.ts'
import { checkRoutes } from './calls.ts'
import { type Route, serve, servePublic, serveUpload, type Visitor } from './route.ts'

const Said = z.object({ It: z.unknown() })
const TOLD = { title: { en: 'Try', 'zh-cn': '尝试' }, example: () => ({}) }
const named = call('/vms/x/named', {
  ...TOLD,
  access: 'session',
  body: z.object({ DIDs: z.array(DID).default([]), GID: GID.optional(), Name: z.string().max(5).optional() }),
  reply: Said,
})
const open = call('/vms/x/open', {
  ...TOLD,
  access: 'public',
  body: z.object({ Name: z.string() }),
  reply: Said,
  example: () => ({ Name: '' }),
})
const upload = call('/vms/x/upload', {
  ...TOLD,
  access: 'session',
  transport: 'upload',
  body: Empty,
  reply: Said,
})

const who: Principal = {
  companyId: 'company',
  companyCode: 'demo',
  accountId: 'account',
  accountName: 'boss',
  sessionId: 'session',
  roleId: 'role',
  roleStatus: 1,
  pages: new Map(),
  regions: 'all',
  preview: false,
  epoch: 1,
}
const visitor: Visitor = {
  address: '203.0.113.1',
  userAgent: 'a test',
  tell: () => {},
  concerns: () => {},
  triesToBe: () => {},
  actsAs: () => Promise.resolve(),
  doesFor: () => Promise.resolve(),
  cookie: undefined,
  setCookie: () => {},
}
const files = [{ name: 'a.png', bytes: Buffer.from('a') }]

describe('a call that is served', () => {
  it('names the objects of its body, and its handler gets what the schema made of it', async () => {
    const route = serve(named, async (body, session, from) => ({ It: [body, session, from] }))
    expect([route.call, route.isPublic]).toEqual([named, false])
    const { objects, run } = route.prepare({ DIDs: ['DID-00000001'], Name: 'a', Other: 1 })
    expect(objects).toEqual([{ kind: 'device', id: 'DID-00000001' }])
    expect(await run(who, visitor)).toEqual({ It: [{ DIDs: ['DID-00000001'], Name: 'a' }, who, visitor] })
    expect(route.prepare({}).objects).toEqual([])
  })

  it('with files gives its handler these', async () => {
    const route = serveUpload(upload, async (given, session, body) => ({ It: [given, session, body] }))
    expect(route.isPublic).toBe(false)
    expect(await route.prepare({}, files).run(who, visitor)).toEqual({ It: [files, who, {}] })
    expect(await route.prepare({}).run(who, visitor)).toEqual({ It: [[], who, {}] })
  })

  it('to everybody knows nobody, even where somebody asks', async () => {
    const route = servePublic(open, async (body, from) => ({ It: [body, from] }))
    expect(route.isPublic).toBe(true)
    expect(await route.prepare({ Name: 'a' }).run(who, visitor)).toEqual({ It: [{ Name: 'a' }, visitor] })
  })

  it('to some is never handled for nobody', () => {
    const handled = async () => ({ It: 1 })
    for (const route of [serve(named, handled), serveUpload(upload, handled)])
      expect(() => route.prepare({}).run(undefined, visitor)).toThrow(
        `${route.call.path} was reached without a principal`,
      )
  })
})

describe('a body', () => {
  const route = serve(
    call('/vms/x/body', {
      ...TOLD,
      access: 'session',
      body: z.object({
        Name: z.string().max(5).optional(),
        List: z
          .array(z.object({ Name: z.string(), More: z.record(z.string(), z.string()).optional() }))
          .optional(),
        Other: z.union([z.number(), z.null(), z.boolean()]).optional(),
      }),
      reply: Said,
    }),
    async () => ({ It: 1 }),
  )
  function faultOf(body: unknown): unknown {
    try {
      route.prepare(body)
    } catch (error) {
      if (error instanceof Refusal) return { reason: error.reason, ...error.body }
      throw error
    }
    return undefined
  }

  it.each([
    [{ Name: 'too long' }, 'Name', 'tooLong'],
    [{ List: [{ Name: 'a' }, { Name: 7 }] }, 'List.1.Name', 'wrongType'],
    [{ List: [{}] }, 'List.0.Name', 'missing'],
    [undefined, '', 'missing'],
  ])('%j is refused for the field %j', (body, Field, Word) => {
    expect(faultOf(body)).toMatchObject({
      reason: 'badInput',
      Field,
      Word,
      Reason: expect.stringMatching(/./),
    })
  })

  it.each([
    [{ Name: '\0' }, 'Name'],
    [{ List: [{ Name: 'a' }, { Name: 'a\0b' }] }, 'List.1.Name'],
    [{ Name: 'a', List: [{ Name: 'a', More: { a: 'b', c: '\0' } }], Other: null }, 'List.0.More.c'],
  ])('%j is refused for its zero character in %s', (body, Field) => {
    expect(faultOf(body)).toMatchObject({ reason: 'badInput', Field, Word: 'zeroCharacter' })
  })

  it.each([{}, { Other: null }, { Other: 7 }, { List: [] }, { Name: '0', List: [{ Name: '', More: {} }] }])(
    '%j is taken',
    (body) => {
      expect(faultOf(body)).toBeUndefined()
    },
  )
})

describe('the choke point of few calls', () => {
  const handled = async () => ({ It: 1 })
  const check = (calls: Parameters<typeof checkRoutes>[0], routes: readonly Route[]) => (): void =>
    checkRoutes(calls, routes)
  const its = [serve(named, handled), servePublic(open, handled), serveUpload(upload, handled)]

  it('starts with one handler for each', () => {
    expect(check([named, open, upload], its)).not.toThrow()
  })

  it.each([
    ['/vms/x/upload has 0 handlers', [named, open, upload], its.slice(0, 2)],
    ['/vms/x/named has 2 handlers', [named, open, upload], [...its, serve(named, handled)]],
    ['/vms/x/open is served but not in the catalogue', [named, upload], its],
    ['/vms/x/open is declared public, and not both', [open], [serve(open, handled)]],
    ['/vms/x/named is served public, and not both', [named], [servePublic(named, handled)]],
  ])('says %s', (said, calls, routes) => {
    expect(check(calls, routes)).toThrow(said)
  })

  it.each(['administrator', 'public', 'session'] as const)('takes %s for an access', (access) => {
    const one = call('/vms/x/one', { ...TOLD, access, body: Empty, reply: Said })
    expect(
      check([one], [access === 'public' ? servePublic(one, handled) : serve(one, handled)]),
    ).not.toThrow()
  })

  it('needs no handler for what a socket or a signed address carries', () => {
    const socket = call('/vms/x/socket', {
      ...TOLD,
      access: 'session',
      transport: 'socket',
      body: Empty,
      reply: Empty,
    })
    const url = call('/vms/x/url', {
      ...TOLD,
      access: 'session',
      transport: 'url',
      body: Empty,
      reply: Empty,
    })
    expect(check([socket, url], [])).not.toThrow()
    const unseen = call('/vms/x/unseen', {
      ...TOLD,
      access: 'session',
      transport: 'socket',
      body: Said,
      reply: Empty,
      example: () => ({ It: 1 }),
    })
    expect(check([unseen], [])).toThrow('/vms/x/unseen has a body whose ids cannot all be checked')
  })
})
