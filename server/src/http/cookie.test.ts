import { describe, expect, it } from 'vitest'

import { loginCookie } from './cookie.ts'

const VALUE = 'A'.repeat(43)
const plain = loginCookie({ publicUrl: undefined, tls: undefined })

describe('the cookie of a log-in', () => {
  it.each([
    ['with its own certificate', { publicUrl: undefined, tls: { kind: 'own' } as const }],
    [
      'with a certificate, whatever it is called',
      { publicUrl: new URL('https://nvr.local/'), tls: { kind: 'own' } as const },
    ],
    ['behind a proxy that encrypts', { publicUrl: new URL('https://video.example.com/'), tls: undefined }],
  ])('is bound to this host and to encryption, %s', (_how, config) => {
    const cookie = loginCookie(config)
    const header = cookie.write(VALUE, 600_000)
    expect(header).toBe(
      `__Host-vedette-login=${VALUE}; Max-Age=600; Path=/; HttpOnly; SameSite=Strict; Secure`,
    )
    expect(cookie.read(`a=b; __Host-vedette-login=${VALUE}`)).toBe(VALUE)
    // One that a neighbour of the host may have set.
    expect(cookie.read(`vedette-login=${VALUE}`)).toBeUndefined()
  })

  it('is found among others, however they are parted', () => {
    const mixed = `${'-_aZ09'.padEnd(43, 'x')}`
    for (const header of [
      `a=b;vedette-login=${mixed};c=d`,
      `  vedette-login=${mixed}  `,
      `=;vedette-login=${mixed}`,
    ])
      expect(plain.read(header)).toBe(mixed)
  })

  it('is sent without encryption where there is none', () => {
    expect(plain.write(VALUE, 1999)).toBe(
      `vedette-login=${VALUE}; Max-Age=1; Path=/; HttpOnly; SameSite=Strict`,
    )
  })

  it.each([
    undefined,
    '',
    'vedette-login',
    'vedette-login=',
    `vedette-login=${VALUE}A`,
    `xvedette-login=${VALUE}`,
    `vedette-login=A${VALUE}`,
    'vedette-login=A',
    `vedette-login=${'.'.repeat(43)}`,
    `other=${VALUE}`,
  ])('is none: %s', (header) => {
    expect(plain.read(header)).toBeUndefined()
  })
})
