import { X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { LoginReplyBody, SOCKET_PATH } from '@vedette/contract/push'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Config } from '../config.ts'
import { TestClock } from '../engines/clock.ts'
import { PushClient } from '../push/test-clients.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { namesOf, openCertificate } from './certificate.ts'
import { selfSigned } from './self-signed.ts'

const DAY_MS = 86_400_000
const BRAND = 'Vedette'
const OWN = { brand: BRAND, tls: { kind: 'own' }, host: '0.0.0.0', publicUrl: undefined } as const

let folder: string
let clock: TestClock
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-tls-'))
  clock = new TestClock()
})
afterEach(() => rm(folder, { recursive: true }))

/** The certificate of a start, and what became of it on the disk. */
async function start(config: Partial<Pick<Config, 'host' | 'publicUrl'>> = {}) {
  const opened = await openCertificate({ ...OWN, ...config, folder, clock })
  if (!opened) throw new Error('no certificate')
  expect(await readFile(join(folder, 'tls/cert.pem'), 'utf8')).toBe(opened.cert)
  expect(await readFile(join(folder, 'tls/key.pem'), 'utf8')).toBe(opened.key.reveal())
  return { ...opened, x509: new X509Certificate(opened.cert) }
}

describe('an own certificate', () => {
  it('is for servers alone, on P-256, signed by itself, and for 397 days', async () => {
    const { x509 } = await start()
    expect(x509.ca).toBe(false)
    expect(x509.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(x509.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(x509.verify(x509.publicKey)).toBe(true)
    expect(x509.validFromDate.getTime()).toBeLessThan(clock.now())
    expect(x509.validToDate.getTime() - x509.validFromDate.getTime()).toBe(397 * DAY_MS)
  })

  it.skipIf(process.platform === 'win32')('has a key that the owner alone can read', async () => {
    await start()
    const key = join(folder, 'tls/key.pem')
    expect((await stat(key)).mode & 0o777).toBe(0o600)
    await chmod(key, 0o640)
    await expect(start()).rejects.toThrow('can be read by other users')
  })

  it('stays the same until it has less than 30 days left', async () => {
    const first = await start()
    clock.advance(first.x509.validToDate.getTime() - clock.now() - 30 * DAY_MS)
    expect((await start()).cert).toBe(first.cert)
    clock.advance(1)
    const renewed = await start()
    expect(renewed.cert).not.toBe(first.cert)
    expect(renewed.x509.serialNumber).not.toBe(first.x509.serialNumber)
    expect((await start()).cert).toBe(renewed.cert)
  })

  it('that is not valid yet is renewed: the clock was wrong when it was made', async () => {
    const first = await start()
    clock = new TestClock(clock.now() - 400 * DAY_MS)
    expect((await start()).cert).not.toBe(first.cert)
  })

  it('is renewed when the platform gets another name, and kept when it has that one', async () => {
    const first = await start()
    const publicUrl = new URL('https://video.example.com:8443/')
    const named = await start({ publicUrl })
    expect(first.x509.checkHost('video.example.com')).toBeUndefined()
    expect(named.x509.checkHost('video.example.com')).toBe('video.example.com')
    expect((await start({ publicUrl })).cert).toBe(named.cert)
    expect((await start({ publicUrl, host: '192.0.2.7' })).x509.checkIP('192.0.2.7')).toBe('192.0.2.7')
  })

  it.each(['cert.pem', 'key.pem'])('is renewed when %s is spoilt, gone or not of this pair', async (file) => {
    const path = join(folder, 'tls', file)
    const others = await selfSigned({
      brand: BRAND,
      names: ['x'],
      notBefore: new Date(0),
      notAfter: new Date(1),
    })
    for (const text of ['nonsense', file === 'key.pem' ? others.key : others.cert]) {
      const { cert } = await start()
      await writeFile(path, text)
      expect((await start()).cert).not.toBe(cert)
    }
    const { cert } = await start()
    await rm(path)
    expect((await start()).cert).not.toBe(cert)
  })
})

describe('the names', () => {
  const loopback = ['localhost', '127.0.0.1', '::1']

  it.each([
    ['0.0.0.0', []],
    ['::', []],
    ['192.168.1.5', ['192.168.1.5']],
    ['FD00:0::5', ['fd00::5']],
    ['fe80::1%eth0', ['fe80::1']],
    ['Video.Example.com.', ['video.example.com']],
    ['kamera-büro.example', ['xn--kamera-bro-heb.example']],
    ['LOCALHOST', []],
    ['*.example.com', []],
  ])('of a platform that listens at %s are loopback, the machine and %j', (host, more) => {
    expect(namesOf({ host, publicUrl: undefined }, 'nvr')).toEqual([...loopback, 'nvr', ...more])
  })

  it('leave out a machine name that no certificate can hold', () => {
    expect(namesOf({ host: '::', publicUrl: new URL('https://[2001:db8::1]/') }, 'no name')).toEqual([
      ...loopback,
      '2001:db8::1',
    ])
  })

  it('are found in the certificate, whatever they are', async () => {
    const dates = { notBefore: new Date(0), notAfter: new Date(DAY_MS) }
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain()), async (host) => {
        const names = namesOf({ host, publicUrl: undefined }, 'nvr')
        const x509 = new X509Certificate((await selfSigned({ brand: BRAND, names, ...dates })).cert)
        for (const name of names) expect(isIP(name) ? x509.checkIP(name) : x509.checkHost(name)).toBe(name)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the platform with its own certificate', () => {
  const usual = getCACertificates()
  let app: TestApp
  beforeEach(async () => {
    // Clients know no other time than the present.
    clock = new TestClock(Date.now())
    app = await startTestApp({ config: { tls: { kind: 'own' } }, overrides: { clock } })
  })
  afterEach(async () => {
    setDefaultCACertificates(usual)
    await app.close()
  })

  it('is refused by who does not trust it', async () => {
    await expect(app.fetch('/healthz')).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
  })

  it('serves calls and sockets to who trusts that certificate and no other', async () => {
    setDefaultCACertificates([app.platform.ownCertificate ?? ''])
    const { protocol, port } = new URL(app.platform.address)
    expect(protocol).toBe('https:')
    for (const host of ['127.0.0.1', 'localhost']) {
      const response = await fetch(`https://${host}:${port}/healthz`)
      expect([response.status, await response.text()]).toEqual([200, 'ok\n'])
      expect(response.headers.get('strict-transport-security')).toBeNull()
    }
    const { token } = await app.company()
    const push = new PushClient(`wss://127.0.0.1:${port}${SOCKET_PATH}`)
    expect(LoginReplyBody.parse((await push.login(token)).BODY).Key).not.toBe('')
    push.socket.terminate()
  })
})

describe("the operator's certificate", () => {
  it('is shown as it is, and no other is made', async () => {
    const [certPath, keyPath] = [join(folder, 'operator.pem'), join(folder, 'operator.key')]
    await writeFile(certPath, 'chain')
    await writeFile(keyPath, 'key')
    const opened = await openCertificate({ ...OWN, tls: { kind: 'files', certPath, keyPath }, folder, clock })
    expect([opened?.cert, opened?.key.reveal()]).toEqual(['chain', 'key'])
    await expect(stat(join(folder, 'tls'))).rejects.toThrow('ENOENT')
  })

  it('is none where the platform speaks plain HTTP', async () => {
    expect(await openCertificate({ ...OWN, tls: undefined, folder, clock })).toBeUndefined()
  })
})
