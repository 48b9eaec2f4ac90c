import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type AddressRules, validateAddress } from './address.ts'
import { cidrList, kindOf } from './ip.ts'

const anyCamera: AddressRules = { ownPorts: [8080], loopbackEndpoints: [], servesOwnMachineAlone: false }
const names = new Map(
  Object.entries({
    'cam.example': ['192.0.2.7'],
    localhost: ['::1', '127.0.0.1'],
    'rebound.example': ['169.254.169.254'],
    'both.example': ['fe80::1%eth0', '192.0.2.9'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'xn--kamer-kra.example': ['192.0.2.8'],
  }),
)
const resolve = (host: string) => Promise.resolve(names.get(host) ?? [])
const check = (typed: string, rules: Partial<AddressRules> = {}) =>
  validateAddress(typed, { ...anyCamera, ...rules }, resolve)

describe('an address that a camera may have', () => {
  it.each([
    ['rtsp://192.0.2.7/stream1', 'rtsp://192.0.2.7:554/stream1', '192.0.2.7', 554],
    ['RTSP://192.0.2.7:8554/a?b=c#d', 'rtsp://192.0.2.7:8554/a?b=c', '192.0.2.7', 8554],
    ['rtsps://cam.example/x', 'rtsps://cam.example:322/x', '192.0.2.7', 322],
    ['rtsp://cam.example:80/user=a@b', 'rtsp://cam.example:80/user=a@b', '192.0.2.7', 80],
    ['rtsp://3221225991/x', 'rtsp://192.0.2.7:554/x', '192.0.2.7', 554],
    ['rtsp://[2001:db8:0:0::7]:554/x', 'rtsp://[2001:db8::7]:554/x', '2001:db8::7', 554],
    ['rtsp://[::ffff:192.0.2.7]/x', 'rtsp://192.0.2.7:554/x', '192.0.2.7', 554],
    ['rtsp://kamerä.example/x', 'rtsp://xn--kamer-kra.example:554/x', '192.0.2.8', 554],
    ['http://192.0.2.7/onvif/device_service', 'http://192.0.2.7/onvif/device_service', '192.0.2.7', 80],
    ['rtsp://both.example/x', 'rtsp://both.example:554/x', '192.0.2.9', 554],
  ])('%s is rebuilt and pinned', async (typed, url, connectHost, port) => {
    const outcome = await check(typed)
    expect(outcome).toMatchObject({ ok: true, url })
    if (outcome.ok) expect([outcome.connectHost, outcome.port]).toEqual([connectHost, port])
  })
})

describe('an address that no camera may have', () => {
  it.each([
    ['file:///etc/passwd', 'scheme', 'file:'],
    ['exec:rm -rf /', 'malformed', 'a space'],
    ['exec:reboot', 'scheme', 'exec:'],
    ['192.0.2.7', 'scheme', '192.0.2.7'],
    ['', 'scheme', '""'],
    ['rtsp:192.0.2.7', 'scheme', 'rtsp:'],
    ['rtsp:///x', 'malformed', '""'],
    ['rtsp://:554/x', 'malformed', ':554'],
    ['rtsp://192.0.2.7:0/x', 'malformed', 'Port 0'],
    ['rtsp://192.0.2.7:70000/x', 'malformed', '70000'],
    [`rtsp://192.0.2.7/${'a'.repeat(5000)}`, 'tooLong', '5017'],
    [`rtsp://192.0.2.7/${'门'.repeat(400)}`, 'tooLong', '3621'],
    ['rtsp://192.0.2.7/a\r\nDESCRIBE rtsp://b RTSP/1.0', 'malformed', 'U+000D'],
    ['rtsp://192.0.2.7/a b', 'malformed', 'a space'],
    ['rtsp://192.0.2.7\\@b/x', 'malformed', '\\'],
    ['rtsp://a@b@c', 'credentialsInside', '"c"'],
    ['rtsp://admin:secret@192.0.2.7/x', 'credentialsInside', '"192.0.2.7"'],
    ['rtsp://@192.0.2.7/x', 'credentialsInside', '"192.0.2.7"'],
    ['rtsp://192.0.2.7/x?user=admin&password=secret', 'credentialsInside', 'password='],
    ['rtsp://192.0.2.7/x?user=admin;PWD=secret', 'credentialsInside', 'PWD='],
    ['rtsp://192.0.2.7/x?p%61ss=secret', 'credentialsInside', 'pass='],
    ['http://192.0.2.7/x?passwd', 'credentialsInside', 'passwd='],
    ['rtsp://nowhere.example/x', 'unresolved', 'nowhere.example'],
    ['http://169.254.169.254/latest/meta-data', 'forbidden', '169.254.169.254'],
    ['rtsp://169.254.1.1/x', 'forbidden', 'link-local'],
    ['rtsp://rebound.example/x', 'forbidden', '169.254.169.254'],
    ['rtsp://[fe80::1]/x', 'forbidden', 'fe80::1'],
    ['rtsp://[fd00:ec2::254]/x', 'forbidden', 'metadata'],
    ['rtsp://[::ffff:169.254.169.254]/x', 'forbidden', '169.254.169.254'],
    ['rtsp://[64:ff9b::a9fe:a9fe]/x', 'forbidden', 'metadata'],
    ['rtsp://[2002:a9fe:a9fe::]/x', 'forbidden', 'metadata'],
    ['rtsp://0.0.0.0/x', 'forbidden', '0.0.0.0'],
    ['rtsp://0/x', 'forbidden', '0.0.0.0'],
    ['rtsp://[::]/x', 'forbidden', '::'],
    ['rtsp://239.1.2.3/x', 'forbidden', 'multicast'],
    ['rtsp://[ff02::1]/x', 'forbidden', 'multicast'],
    ['rtsp://255.255.255.255/x', 'forbidden', 'broadcast'],
    ['rtsp://127.0.0.1:8554/x', 'loopback', '127.0.0.1:8554'],
    ['rtsp://2130706433/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://0x7f.1/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://0177.0.0.1/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://%31%32%37.1/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://１２７.0.0.1/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://[::ffff:127.0.0.1]/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://[::127.0.0.1]/x', 'loopback', '::7f00:1'],
    ['rtsp://mapped.example/x', 'loopback', '127.0.0.1:554'],
    ['rtsp://[::1]/x', 'loopback', '[::1]:554'],
    ['rtsp://localhost/x', 'loopback', '127.0.0.1:554'],
    ['http://127.0.0.1:8080/', 'ownPort', '8080'],
    ['rtsp://localhost:8080/x', 'ownPort', '8080'],
    ['rtsp://[::1]:8080/x', 'ownPort', '8080'],
  ])('%s is refused', async (typed, reason, offender) => {
    const outcome = await check(typed)
    expect(outcome).toMatchObject({ ok: false, reason })
    if (!outcome.ok) expect(outcome.detail).toContain(offender)
  })

  it.each(['rtsp://admin:secret@192.0.2.7/x', 'rtsp://192.0.2.7/x?user=admin&password=secret'])(
    'is never shown with the password that it holds: %s',
    async (typed) => {
      const outcome = await check(typed)
      expect(outcome.ok).toBe(false)
      expect(JSON.stringify(outcome)).not.toContain('secret')
    },
  )
})

describe('loopback', () => {
  it('is allowed at the registered endpoints alone', async () => {
    const rules = { loopbackEndpoints: ['127.0.0.1:8554'] }
    expect(await check('rtsp://127.0.0.1:8554/1', rules)).toMatchObject({ ok: true })
    expect(await check('rtsp://localhost:8554/1', rules)).toMatchObject({
      ok: true,
      connectHost: '127.0.0.1',
    })
    expect(await check('rtsp://127.0.0.1:8555/1', rules)).toMatchObject({ reason: 'loopback' })
  })

  it('is allowed where the platform serves its own machine alone, its own ports excepted', async () => {
    const rules = { servesOwnMachineAlone: true, loopbackEndpoints: ['127.0.0.1:8080'] }
    expect(await check('rtsp://127.0.0.1:554/1', rules)).toMatchObject({ ok: true })
    expect(await check('http://127.0.0.1:8080/', rules)).toMatchObject({ reason: 'ownPort' })
  })
})

describe('allowed networks', () => {
  it('hold for loopback as well, but for the listed endpoints', async () => {
    const networks = cidrList(['192.0.2.0/24'])
    const rules = { networks, servesOwnMachineAlone: true, loopbackEndpoints: ['127.0.0.1:8554'] }
    expect(await check('rtsp://127.0.0.1:8554/x', rules)).toMatchObject({ ok: true })
    expect(await check('rtsp://127.0.0.1:5432/x', rules)).toMatchObject({ reason: 'outsideNetworks' })
    const withLoopback = { ...rules, networks: cidrList(['127.0.0.0/8']) }
    expect(await check('rtsp://127.0.0.1:5432/x', withLoopback)).toMatchObject({ ok: true })
  })

  it('admit the addresses within them alone', async () => {
    const networks = cidrList(['192.0.2.0/24', '2001:db8::/32'])
    expect(await check('rtsp://192.0.2.7/x', { networks })).toMatchObject({ ok: true })
    expect(await check('rtsp://[2001:db8::1]/x', { networks })).toMatchObject({ ok: true })
    expect(await check('rtsp://198.51.100.1/x', { networks })).toMatchObject({ reason: 'outsideNetworks' })
  })

  it('cannot admit what no camera may have', async () => {
    const networks = cidrList(['0.0.0.0/0', '::/0'])
    expect(await check('rtsp://169.254.169.254/x', { networks })).toMatchObject({ reason: 'forbidden' })
    expect(await check('rtsp://[fe80::1]/x', { networks })).toMatchObject({ reason: 'forbidden' })
  })

  it.each(['10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'lan/8', ''])('%j is not a network', (network) => {
    expect(() => cidrList([network])).toThrow(RangeError)
  })
})

it('answers every text with an outcome whose address is one that may be dialled', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((rest) => `rtsp://${rest}`),
    fc
      .tuple(
        fc.oneof(
          fc.ipV4Extended(),
          fc.ipV6().map((ip) => `[${ip}]`),
        ),
        fc.nat(70_000),
      )
      .map(([ip, port]) => `rtsp://${ip}:${port}/x`),
  )
  await fc.assert(
    fc.asyncProperty(text, async (typed) => {
      const outcome = await check(typed)
      if (!outcome.ok) {
        expect(outcome.detail).not.toBe('')
        return
      }
      // What was rebuilt and stored is checked again before it is dialled.
      expect(await check(outcome.url)).toEqual(outcome)
      expect(outcome.url).not.toMatch(/\s|:\/\/[^/]*@/)
      expect(kindOf(outcome.connectHost)).toBe('unicast')
    }),
    { numRuns: 300 },
  )
})
