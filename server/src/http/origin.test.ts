import { describe, expect, it } from 'vitest'

import { checkOrigin } from './origin.ts'

const HERE = { host: '127.0.0.1', publicUrl: undefined, allowedOrigins: ['https://console.example'] }
const own = { kind: 'own' }
const foreign = { kind: 'foreign' }

describe('a request that names where it was made', () => {
  it.each([
    ['nothing', undefined],
    ['this host', 'http://127.0.0.1:8080'],
  ])('is our own with %s', (_what, origin) => {
    const headers = { host: '127.0.0.1:8080', ...(origin === undefined ? {} : { origin }) }
    expect(checkOrigin(headers, HERE)).toEqual(own)
  })

  it.each([
    'http://127.0.0.1',
    'http://127.0.0.1:8081',
    'https://evil.example',
    'https://console.example.evil',
    'https://console.example:444',
    'null',
    'nonsense',
    '',
  ])('is foreign with %j', (origin) => {
    expect(checkOrigin({ host: '127.0.0.1:8080', origin }, HERE)).toEqual(foreign)
  })

  it('is of another console where that is allowed, whatever its path', () => {
    const other = { kind: 'other', origin: 'https://console.example' }
    expect(checkOrigin({ host: '127.0.0.1:8080', origin: 'https://console.example' }, HERE)).toEqual(other)
    expect(checkOrigin({ host: '127.0.0.1:8080', origin: 'https://CONSOLE.example/x' }, HERE)).toEqual(other)
  })
})

describe('a platform on loopback', () => {
  it.each(['127.0.0.1', '127.0.0.1:8080', 'localhost:8080', '[::1]:8080', '127.9.9.9'])(
    'answers to %s',
    (host) => expect(checkOrigin({ host }, HERE)).toEqual(own),
  )

  it.each([
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    '[2001:db8::1]:8080',
    '10.0.0.1',
    '',
  ])('does not answer to %j, which somebody bound to this machine', (host) => {
    expect(checkOrigin({ host }, HERE)).toEqual(foreign)
    expect(checkOrigin({ host, origin: `http://${host}` }, HERE)).toEqual(foreign)
  })

  it('answers to its public name, and to pages of that, also where a proxy says another host', () => {
    const proxied = { ...HERE, publicUrl: new URL('https://video.example/') }
    const origin = 'https://video.example'
    expect(checkOrigin({ host: 'video.example', origin }, proxied)).toEqual(own)
    expect(checkOrigin({ host: '127.0.0.1:8080', origin }, proxied)).toEqual(own)
    expect(checkOrigin({ host: 'video.example:8443', origin }, proxied)).toEqual(foreign)
    expect(checkOrigin({ host: '127.0.0.1', origin: 'http://video.example' }, proxied)).toEqual(foreign)
    expect(checkOrigin({ host: 'video.example', origin }, HERE)).toEqual(foreign)
  })

  it('takes a request without a host, which no browser makes', () => {
    expect(checkOrigin({}, HERE)).toEqual(own)
    expect(checkOrigin({ origin: 'https://evil.example' }, HERE)).toEqual(foreign)
  })
})

it('a platform beyond this machine answers to any name, and to the pages of that name alone', () => {
  const beyond = { ...HERE, host: '0.0.0.0' }
  expect(checkOrigin({ host: 'nvr.local:8080' }, beyond)).toEqual(own)
  expect(checkOrigin({ host: 'nvr.local:8080', origin: 'https://nvr.local:8080' }, beyond)).toEqual(own)
  expect(checkOrigin({ host: 'nvr.local:8080', origin: 'https://evil.example' }, beyond)).toEqual(foreign)
})
