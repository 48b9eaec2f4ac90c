import { CODES, Refusal } from '@vedette/contract/codes'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Principal } from '../authority/principal.ts'
import { TestClock } from '../engines/clock.ts'
import { pathSigner } from './signed-path.ts'
import { SignedUrls } from './signed-urls.ts'

const KEY = Buffer.alloc(32, 7)
const OTHER_KEY = Buffer.alloc(32, 8)
const PATH = '/vms/media/image/company/picture'
const MINUTE_MS = 60_000

describe('a signed path', () => {
  const NOW = 1_700_000_000_000
  const signer = pathSigner(KEY)
  const queryOf = (signed: string) => {
    const { pathname, searchParams } = new URL(signed, 'http://localhost')
    return { path: pathname, query: Object.fromEntries(searchParams) }
  }
  const { path, query: good } = queryOf(signer.sign(PATH, NOW + 0.4, 'session', 'device CAM-1'))
  const { s = '' } = good

  it('is good until its end', () => {
    expect([path, good]).toEqual([PATH, { e: String(NOW), u: 'session', o: 'device CAM-1', s }])
    expect(signer.isGood(path, good, NOW - 1)).toBe(true)
    expect(signer.isGood(path, good, NOW)).toBe(false)
    expect(signer.isGood(path, good, NOW + 1)).toBe(false)
  })

  it.each([
    ['another path', `${PATH}2`, good],
    ['a later end', PATH, { ...good, e: String(NOW + 1) }],
    ['another session', PATH, { ...good, u: 'other' }],
    ['another right', PATH, { ...good, o: '' }],
    ['a shorter signature', PATH, { ...good, s: s.slice(1) }],
    ['a longer signature', PATH, { ...good, s: `${s}A` }],
    ['another signature', PATH, { ...good, s: `${s.startsWith('A') ? 'B' : 'A'}${s.slice(1)}` }],
    ['no signature', PATH, { ...good, s: '' }],
    ['no end', PATH, { ...good, e: '' }],
    ['nothing', PATH, {}],
  ])('is not good with %s', (_what, at, query) => {
    expect(signer.isGood(at, query, NOW - 1)).toBe(false)
  })

  it.each([' 1700000000000', '1700000000000 ', '1e99', '+170000000000', '17000000000000'])(
    'has an end that is written in 13 digits, not %j',
    (end) => {
      const signed = queryOf(signer.sign(PATH, NOW, 'session', ''))
      expect(signer.isGood(PATH, { ...signed.query, e: end }, 0)).toBe(false)
    },
  )

  it('is not good even where it was signed, when its end is no date of this age', () => {
    for (const end of [999_999_999_999, 10_000_000_000_000]) {
      const signed = queryOf(signer.sign(PATH, end, 'session', ''))
      expect(signer.isGood(PATH, signed.query, 0)).toBe(false)
    }
  })

  it('of another key is not good', () => {
    expect(pathSigner(OTHER_KEY).isGood(PATH, good, NOW - 1)).toBe(false)
  })
})

describe('a signed URL', () => {
  let clock: TestClock
  let urls: SignedUrls
  beforeEach(() => {
    clock = new TestClock()
    urls = new SignedUrls(KEY, clock)
  })
  const who: Principal = {
    companyId: 'company1',
    companyCode: 'demo',
    accountId: 'account1',
    accountName: 'boss',
    sessionId: 'session1',
    roleId: 'role1',
    roleStatus: 1,
    pages: new Map(),
    regions: 'all',
    preview: false,
    epoch: 1,
  }
  const sign = (parameters = { DID: 'CAM1', from: 5 }) => {
    const { pathname, search } = new URL(urls.sign(PATH, parameters, who), 'http://localhost')
    return { path: pathname, query: new URLSearchParams(search) }
  }
  const outcome = (path: string, query: URLSearchParams, principal = who): string => {
    try {
      urls.check(path, query, principal)
      return 'admitted'
    } catch (error) {
      return error instanceof Refusal ? error.reason : String(error)
    }
  }

  it('admits its session to what it says, for five minutes', () => {
    const { path, query } = sign()
    expect(path).toBe(PATH)
    expect([query.get('DID'), query.get('from'), query.get('session')]).toEqual(['CAM1', '5', 'session1'])
    expect(query.get('expires')).toBe(String(clock.now() + 5 * MINUTE_MS))
    expect(query.get('signature')).toMatch(/^[\w-]{43}$/)
    expect(urls.sessionOf(query)).toBe('session1')
    clock.advance(5 * MINUTE_MS)
    expect(outcome(path, query)).toBe('admitted')
    clock.advance(1)
    expect(outcome(path, query)).toBe('tokenExpired')
    expect(CODES.tokenExpired.code).not.toBe(CODES.notLoggedIn.code)
  })

  it('is the same for half a minute where it is to be steady', () => {
    const steady = () => urls.signSteady(PATH, { picture: 1 }, who)
    clock.advance(30_000 - (clock.now() % 30_000))
    const first = steady()
    clock.advance(29_999)
    expect(steady()).toBe(first)
    clock.advance(1)
    expect(steady()).not.toBe(first)
    const { pathname, searchParams } = new URL(first, 'http://localhost')
    clock.advance(4.5 * MINUTE_MS)
    expect(outcome(pathname, searchParams)).toBe('admitted')
    clock.advance(1)
    expect(outcome(pathname, searchParams)).toBe('tokenExpired')
  })

  it('admits nobody else, to nothing else', () => {
    const { path, query } = sign()
    const changed = (name: string, value: string) => {
      const other = new URLSearchParams(query)
      other.set(name, value)
      return other
    }
    const without = (name: string) => {
      const other = new URLSearchParams(query)
      other.delete(name)
      return other
    }
    const signature = query.get('signature') ?? ''
    for (const [at, asked, principal] of [
      [`${path}2`, query, who],
      [path, changed('DID', 'CAM2'), who],
      [path, changed('more', '1'), who],
      [path, changed('expires', '9999999999999'), who],
      [path, changed('signature', signature.slice(4)), who],
      [path, changed('signature', ''), who],
      [path, without('signature'), who],
      [path, without('DID'), who],
      [path, query, { ...who, companyId: 'company2' }],
      [path, query, { ...who, sessionId: 'session2' }],
    ] as const)
      expect(outcome(at, asked, principal)).toBe('notLoggedIn')
    expect(urls.sessionOf(new URLSearchParams())).toBe('')
    expect(new SignedUrls(OTHER_KEY, clock).sign(PATH, {}, who)).not.toBe(urls.sign(PATH, {}, who))
  })

  it('is the same content however its signature is written', () => {
    const { query } = sign()
    const padded = new URLSearchParams(query)
    padded.set('signature', `${query.get('signature')}=`)
    expect(outcome(PATH, padded)).toBe('admitted')
    expect(urls.contentOf(padded)).toBe(urls.contentOf(query))
    expect(urls.contentOf(query)).toBe(
      `DID=CAM1&from=5&session=session1&expires=${clock.now() + 5 * MINUTE_MS}`,
    )
    expect(query.has('signature')).toBe(true)
  })
})
