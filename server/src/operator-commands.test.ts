/** What the operator of the machine does beside a platform that runs, and what a log tells after a kill. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { auditList } from '@vedette/contract/calls/audit'
import { addByAddress } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { invite, withdrawInvitation } from '@vedette/contract/calls/invitation'
import { twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { roleList } from '@vedette/contract/calls/role'
import { loginNewPassword } from '@vedette/contract/calls/login-steps'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { type Answer, readAnswer } from '@vedette/contract/envelope'
import { LET_IN } from '@vedette/contract/titles'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { systemClock } from './engines/clock.ts'
import { replyOf } from './http/caller.ts'

import { authenticatorOf } from './testing/authenticator.ts'
import { Processes, type Run } from './testing/processes.ts'

const COMMANDS = join(import.meta.dirname, 'operator-commands.ts')
const VERIFY = join(import.meta.dirname, 'modules/audit/verify-command.ts')
const FIRST = 'Lantern4-mill'
const OWN = 'Meadow5-clock'

let processes: Processes
beforeEach(async () => {
  processes = await Processes.open()
})
afterEach(() => processes.close())

const start = (env = {}): Run => processes.run({ VEDETTE_ADMIN_PASSWORD: FIRST, ...env })

async function send<C extends Call>(address: string, call: C, body: BodyOf<C>, token = ''): Promise<Answer> {
  const response = await fetch(new URL(call.path, address), {
    method: call.method,
    headers: { authorization: token },
    body: JSON.stringify({ SEQID: '1', BODY: body }),
  })
  const answer = readAnswer(await response.json())
  if (!answer) throw new Error(`${call.path} answered no envelope`)
  return answer
}

async function ask<C extends Call>(
  address: string,
  call: C,
  body: BodyOf<C>,
  token = '',
): Promise<ReplyOf<C>> {
  return replyOf(call, (await send(address, call, body, token)).BODY)
}

async function tokenOf(address: string, EnterpriseCode = 'demo', Password = FIRST): Promise<string> {
  const { CompanyInfos } = await ask(address, login, { EnterpriseCode, Account: 'admin', Password })
  return CompanyInfos[0]?.Utoken ?? ''
}

async function run(file: string, ...more: string[]): Promise<{ code: number | null; said: string }> {
  const command = processes.run({}, file, more)
  const code = await command.ended
  return { code, said: command.stdout() + command.stderr() }
}

it('lets in an administrator who lost password and phone, beside the platform that runs, and on record', async () => {
  const address = await start().address()
  const token = await tokenOf(address)
  const { Secret } = await ask(address, twoFactorBegin, { Password: FIRST }, token)
  await ask(address, twoFactorConfirm, { Code: authenticatorOf(Secret, systemClock)() }, token)

  expect(await run(COMMANDS, 'let-in', 'demo_nobody')).toEqual({
    code: 2,
    said: 'there is no account demo_nobody\n',
  })
  const { code, said } = await run(COMMANDS, 'let-in', 'demo_admin')
  expect(code).toBe(0)
  const Password = /password (\S+),/.exec(said)?.[1] ?? ''
  expect((await send(address, userInfo, {}, token)).CODE).toBe(CODES.tokenExpired.code)
  const who = { EnterpriseCode: 'demo', Account: 'admin' }
  expect((await send(address, login, { ...who, Password: FIRST })).CODE).toBe(CODES.wrongPassword.code)
  const { Challenge } = await ask(address, login, { ...who, Password })
  expect(Challenge?.Kind).toBe('newPassword')
  const own = { Ticket: Challenge?.Ticket ?? '', Password: OWN }
  const { CompanyInfos } = await ask(address, loginNewPassword, own)
  const { List } = await ask(address, auditList, { Paths: [LET_IN.path] }, CompanyInfos[0]?.Utoken)
  expect(List).toMatchObject([{ Account: 'demo_(operator)', Outcome: 'done', Targets: [{ Name: 'admin' }] }])
  expect(await run(VERIFY)).toMatchObject({ code: 0 })
})

it('lets in who was invited, whose account nobody can withdraw from then on', async () => {
  const address = await start().address()
  const token = await tokenOf(address)
  const { List: roles } = await ask(address, roleList, {}, token)
  const guest = { Account: 'guest', Name: 'Guest', Email: 'guest@example.com', RoleID: roles[0]?.id ?? '' }
  const { AccountID } = await ask(address, invite, guest, token)
  expect(await run(COMMANDS, 'let-in', 'demo_guest')).toMatchObject({ code: 0 })
  expect(await send(address, withdrawInvitation, { AccountID }, token)).toMatchObject({
    CODE: CODES.badInput.code,
    BODY: { Word: 'notInvited' },
  })
})

it('founds further companies, each with a first administrator of its own', async () => {
  const address = await start().address()
  const { code, said } = await run(COMMANDS, 'found-company', 'Acme', 'Acme Ltd')
  expect(code).toBe(0)
  expect(said).toContain('enterprise acme, account acme_admin, password ')
  const token = await tokenOf(address, 'acme', said.trim().split(' ').at(-1))
  const { List } = await ask(address, getGroupList, {}, token)
  expect(List.map(({ GroupName }) => GroupName)).toEqual(['Acme Ltd'])
  for (const [wrong, reason] of [
    [['acme', 'Again'], 'there is a company of this code already'],
    [['other', ' '], 'npm run found-company'],
  ] as const) {
    const refused = await run(COMMANDS, 'found-company', ...wrong)
    expect(refused.code).toBe(2)
    expect(refused.said).toContain(reason)
  }
})

it('without its key, or with another one, nothing starts, is let in or is checked, until the operator forgets the lost one', async () => {
  const first = start()
  await first.address()
  first.child.kill('SIGTERM')
  await first.ended
  const key = join(processes.dataFolder, 'secret.key')
  rmSync(key)
  const other = { VEDETTE_SECRET_KEY: randomBytes(32).toString('hex') }
  for (const [env, reason] of [
    [{}, 'secret.key is not there: put it back'],
    [other, 'the secret key is not the one that this database is sealed with'],
  ] as const) {
    const refused = start(env)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toContain(reason)
    expect(refused.stderr()).toMatch(/^.+\n$/)
    for (const [command, ...words] of [[COMMANDS, 'let-in', 'demo_admin'], [VERIFY]] as const) {
      const told = processes.run(env, command, words)
      expect(await told.ended).toBe(2)
      expect(told.stderr()).toContain(reason)
    }
  }
  expect(existsSync(key)).toBe(false)
  expect(await run(COMMANDS, 'forget-key')).toMatchObject({ code: 0 })
  const address = await start().address()
  expect(existsSync(key)).toBe(true)
  await ask(address, userInfo, {}, await tokenOf(address))
})

it('an action during which the platform was killed stands in the log as begun, and the log stays whole', async () => {
  // It takes connections and says nothing, so the call waits between its two rows.
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const at = silent.address()
  const port = typeof at === 'object' && at ? String(at.port) : ''
  const first = start({ VEDETTE_LOOPBACK_CAMERAS: port })
  const address = await first.address()
  const token = await tokenOf(address)
  const GID = (await ask(address, getGroupList, {}, token)).List[0]?.GID ?? ''
  const camera = { GID, DevName: 'Gate', DevType: 1, Url: `http://127.0.0.1:${port}/` }
  const asked = once(silent, 'connection')
  const answered = send(address, addByAddress, camera, token).then(
    () => 'answered',
    () => 'cut',
  )
  await asked
  first.child.kill('SIGKILL')
  expect(await answered).toBe('cut')
  await first.ended
  silent.close()

  expect(await run(VERIFY)).toMatchObject({ code: 0 })
  const second = start()
  const again = await second.address()
  const session = await tokenOf(again)
  const { List } = await ask(again, auditList, { Outcome: 'unfinished' }, session)
  expect(List).toMatchObject([{ Path: addByAddress.path, Account: 'demo_admin', Outcome: 'unfinished' }])
  await ask(again, createGroup, { ParentGID: GID, GroupName: 'Yard' }, session)
  expect(await run(VERIFY)).toMatchObject({ code: 0 })
  second.child.kill('SIGTERM')
  await second.ended

  const [unfinished] = List
  const database = new DatabaseSync(join(processes.dataFolder, 'main.db'))
  database.prepare("update audit set account = 'demo_other' where seq = ?").run(unfinished?.Seq ?? 0)
  database.close()
  const { code, said } = await run(VERIFY)
  expect(code).toBe(1)
  expect(said).toContain(`row ${unfinished?.Seq} was altered`)
})

it('with a damaged database nothing starts, and each command says so in a sentence', async () => {
  const first = start()
  await first.address()
  first.child.kill('SIGTERM')
  await first.ended
  const file = join(processes.dataFolder, 'main.db')
  writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4096), randomBytes(200_000)]))
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  const said = [
    await run(VERIFY),
    await run(COMMANDS, 'let-in', 'demo_admin'),
    await run(join(import.meta.dirname, 'backup-commands.ts'), 'backup', `${processes.dataFolder}-copy`),
  ]
  for (const { code, said: sentence } of said) {
    expect(code).toBe(2)
    expect(sentence.trim().split('\n')).toEqual([
      expect.stringMatching(/^Vedette can't use its database.*npm run restore$/),
    ])
  }
  rmSync(`${processes.dataFolder}-copy`, { recursive: true })
  const again = start()
  expect(await again.ended).toBe(1)
  expect(again.stderr()).toMatch(/npm run restore$/m)
})
