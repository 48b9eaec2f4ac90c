/** The process as an operator sees it: what it prints, what it refuses, how it stops. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { connect } from 'node:tls'

import { login } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { readAnswer } from '@vedette/contract/envelope'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Processes } from './testing/processes.ts'

/** A sentence and no stack. */
const ONE_LINE = /^.+\n$/

let processes: Processes
beforeEach(async () => {
  processes = await Processes.open()
})
afterEach(() => processes.close())

async function loginCode(address: string, Password: string): Promise<string | undefined> {
  const BODY = { EnterpriseCode: 'demo', Account: 'admin', Password }
  const response = await fetch(new URL(login.path, address), {
    method: 'POST',
    body: JSON.stringify({ SEQID: '48', BODY }),
  })
  return readAnswer(await response.json())?.CODE
}

describe('the process', () => {
  it('prints the first login once, stops cleanly, and counts failures on after a restart', async () => {
    const first = processes.run({})
    const address = await first.address()
    expect((await fetch(new URL('/healthz', address))).status).toBe(200)
    const password = /^First login: .*password (\S+)$/m.exec(first.stdout())?.[1] ?? ''
    expect(await loginCode(address, password)).toBe('200')
    for (let i = 0; i < 5; i++) expect(await loginCode(address, 'wrong')).toBe(CODES.wrongPassword.code)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = processes.run({})
    const again = await second.address()
    expect(second.stdout()).not.toContain('password')
    expect(await loginCode(again, password)).toBe(CODES.tooManyTries.code)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(first.stderr() + second.stderr()).not.toContain(password)
  })

  it.each([
    [{ VEDETTE_ADMIN_PASSWORD: 'admin' }, 'VEDETTE_ADMIN_PASSWORD must have 8 to 14 characters'],
    [{ VEDETTE_HOST: '192.0.2.1', VEDETTE_INSECURE_HTTP: '1' }, 'Set VEDETTE_HOST'],
    [{ VEDETTE_SECRET_KEY: 'too short' }, 'VEDETTE_SECRET_KEY is no key'],
    [{ VEDETTE_DATA: import.meta.filename }, `VEDETTE_DATA=${import.meta.filename} can't be a folder`],
    [{ VEDETTE_TLS_CERT: '/missing/cert.pem', VEDETTE_TLS_KEY: '/missing/key.pem' }, '/missing/cert.pem'],
    [{ VEDETTE_TLS_CERT: import.meta.filename, VEDETTE_TLS_KEY: import.meta.filename }, 'VEDETTE_TLS_CERT'],
  ])('does not start with %j and says why in one sentence', async (env, sentence) => {
    const refused = processes.run(env)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toContain(sentence)
    expect(refused.stderr()).toMatch(ONE_LINE)
    expect(refused.stdout()).toBe('')
  })

  it('says by which fingerprint its own certificate is known', async () => {
    // Loopback by a spelling that does not pass for it.
    const run = processes.run({ VEDETTE_HOST: 'LOCALHOST' })
    const address = new URL(await run.address())
    const peer = connect({ host: address.hostname, port: Number(address.port), rejectUnauthorized: false })
    await once(peer, 'secureConnect')
    expect(address.protocol).toBe('https:')
    expect(run.stdout()).toContain(`SHA-256 fingerprint ${peer.getPeerX509Certificate()?.fingerprint256}\n`)
    peer.destroy()
  })

  it('says which port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const refused = processes.run({ VEDETTE_PORT: port, VEDETTE_ADMIN_PASSWORD: 'Tr1cky#Horse' })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toMatch(new RegExp(`already in use 127.0.0.1:${port}.*VEDETTE_PORT`))
    holder.close()
  })

  it('still tells the first login when the port was taken on the very first start', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    expect(await processes.run({ VEDETTE_PORT: port }).ended).toBe(1)
    holder.close()
    await once(holder, 'close')
    const second = processes.run({ VEDETTE_PORT: port })
    const at = await second.address()
    const password = /^First login: .*password (\S+)$/m.exec(second.stdout())?.[1] ?? ''
    expect(await loginCode(at, password)).toBe('200')
  })

  it('does not share its data folder', async () => {
    const first = processes.run({})
    await first.address()
    const second = processes.run({})
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain(`in use by process ${first.child.pid}`)
    expect(second.stderr()).toMatch(ONE_LINE)
  })
})
