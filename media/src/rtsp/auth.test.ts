import { expect, test } from 'vitest'

import { Authorizer, chooseScheme, isStale } from './auth.ts'

// RFC 7616 section 3.9.1.
const NONCE = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const OPAQUE = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS'
const offer = (algorithm: string): string =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="${OPAQUE}"`

function schemeOf(values: string[], isTls = false) {
  const choice = chooseScheme(values, isTls)
  if (!choice.ok) throw new Error(choice.detail)
  return choice.scheme
}

function authorize(challenge: string): string {
  const mufasa = { username: 'Mufasa', password: 'Circle of Life' }
  return new Authorizer(schemeOf([challenge]), mufasa, () => CNONCE).authorization('GET', '/dir/index.html')
}

test('Digest MD5 and SHA-256 answer as RFC 7616 has it', () => {
  expect(authorize(offer('MD5'))).toContain('response="8ca523f5e9506fed4657c9700eebdbec"')
  const sha = authorize(offer('SHA-256'))
  expect(sha).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"')
  expect(sha).toContain(`algorithm=SHA-256, opaque="${OPAQUE}", qop=auth, nc=00000001, cnonce="${CNONCE}"`)
})

test('Digest without qop answers as RFC 2069 has it, without cnonce', () => {
  const scheme = schemeOf(['Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'])
  const mufasa = { username: 'Mufasa', password: 'CircleOfLife' }
  const header = new Authorizer(scheme, mufasa).authorization('GET', '/dir/index.html')
  expect(header).not.toContain('cnonce')
  expect(header).not.toContain('algorithm')
  expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"')
})

test('each use of a nonce is counted', () => {
  const authorizer = new Authorizer(schemeOf([offer('MD5')]), { username: 'a', password: 'b' })
  authorizer.authorization('OPTIONS', '*')
  expect(authorizer.authorization('OPTIONS', '*')).toContain('nc=00000002')
})

test('of several offers the best is taken, from several headers or from one', () => {
  const basic = 'Basic realm="camera"'
  expect(schemeOf([basic, offer('MD5'), offer('SHA-256')])).toMatchObject({ kind: 'digest', hash: 'sha256' })
  expect(schemeOf([`${basic}, ${offer('MD5')}`], true)).toMatchObject({ kind: 'digest', hash: 'md5' })
  expect(schemeOf([`${offer('SHA-512')}, ${basic}`], true)).toEqual({ kind: 'basic' })
})

test('Basic is taken over TLS alone, and the refusal says why', () => {
  const choice = chooseScheme(['Basic realm="camera"'], false)
  expect(choice).toEqual({ ok: false, detail: expect.stringContaining('plain text') })
  const authorizer = new Authorizer(schemeOf(['Basic realm="camera"'], true), {
    username: 'Aladdin',
    password: 'open sesame',
  })
  expect(authorizer.authorization('DESCRIBE', 'x')).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==')
})

test('quotes in a name or realm do not break out of their place', () => {
  const scheme = schemeOf(['Digest realm="a\\"b", nonce="n", stale=TRUE'])
  expect(isStale(scheme)).toBe(true)
  const header = new Authorizer(scheme, { username: 'x", uri="y', password: '' }).authorization(
    'PLAY',
    'rtsp://h/',
  )
  expect(header).toContain('username="x\\", uri=\\"y", realm="a\\"b"')
})
