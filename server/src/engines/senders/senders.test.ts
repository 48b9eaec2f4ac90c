import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { mailServer } from '../../testing/mail-server.ts'
import { TestClock } from '../clock.ts'
import { idSource } from '../ids.ts'
import { Secret } from '../secret-box.ts'
import { createSenders } from './create-senders.ts'

const TO = { account: 'acme_ada', phone: '+8613800000000', email: 'ada@example.com' }
const MESSAGE = { subject: '123456 - Vedette', text: '123456 is your code' }
const NONE = { smtpUrl: undefined, mailFrom: 'vedette@example.com', smsUrl: undefined, smsToken: undefined }

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vedette-senders-'))
})
afterEach(() => rm(dataFolder, { recursive: true }))

function senders(config: Partial<Parameters<typeof createSenders>[0]['config']>) {
  const clock = new TestClock()
  return createSenders({ config: { ...NONE, ...config }, dataFolder, clock, newId: idSource(clock) })
}

it('mail goes to the address of the account and nowhere else, whatever the address says', async () => {
  const mails = await mailServer()
  const outgoing = senders({ smtpUrl: new Secret(`smtp://127.0.0.1:${mails.port}`) })
  await outgoing.send(TO, MESSAGE)
  expect(await mails.code('ada@example.com')).toBe('123456')
  await outgoing.send({ ...TO, email: 'ada@example.com, eve@example.com' }, MESSAGE).catch(() => {})
  expect(mails.count('eve@example.com')).toBe(0)
  await mails.close()
})

it('no password is sent to a mail server that does not encrypt', async () => {
  const mails = await mailServer()
  const outgoing = senders({ smtpUrl: new Secret(`smtp://user:hush@127.0.0.1:${mails.port}`) })
  await expect(outgoing.send(TO, MESSAGE)).rejects.toThrow('STARTTLS')
  expect(mails.count('ada@example.com')).toBe(0)
  await mails.close()
})

it('a text message goes by the gateway, with its token, and a refusal of the gateway is a failure', async () => {
  let status = 202
  const got: unknown[] = []
  const gateway = createServer((request, response) => {
    void json(request).then((body) => {
      got.push([request.headers.authorization, body])
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = gateway.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const outgoing = senders({ smsUrl: new URL(`http://127.0.0.1:${port}/send`), smsToken: new Secret('hush') })
  await outgoing.send(TO, MESSAGE)
  expect(got).toEqual([['Bearer hush', { to: TO.phone, text: MESSAGE.text }]])
  status = 500
  await expect(outgoing.send(TO, MESSAGE)).rejects.toThrow('500')
  gateway.close()
})

it('what nothing can carry waits in the outbox, for the owner of the folder alone', async () => {
  const outgoing = senders({})
  await outgoing.send({ ...TO, phone: null, email: null }, MESSAGE)
  const outbox = join(dataFolder, 'outbox')
  for (let i = 0; i < 205; i++) await outgoing.send(TO, { subject: `message ${i}`, text: 'text' })
  const names = await readdir(outbox)
  expect(names).toHaveLength(200)
  for (const path of [outbox, join(outbox, names[0] ?? '')]) expect((await stat(path)).mode & 0o077).toBe(0)
  const command = join(import.meta.dirname, 'outbox-command.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [command], {
    env: { ...process.env, VEDETTE_DATA: dataFolder },
  })
  expect(stdout).toContain('acme_ada  +8613800000000  ada@example.com\n  message 204\n  text')
  expect(stdout).not.toContain('message 4\n')
})
