import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { Secret } from '../../engines/secret-box.ts'
import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { FAILURES_OF_ACCOUNT } from './attempts.ts'

const GUESSES = 10_000
const AT_ONCE = 50
const ATTACKER = '203.0.113.66'
/** One platform, whose folder the second start does not have. */
const config = { secretKey: new Secret('5c'.repeat(32)) }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config })
})
afterAll(() => app.close())

it('of ten thousand wrong passwords a handful is checked, also after a restart, and the owner gets in', async () => {
  const { code } = await app.company()
  const guess = async (): Promise<string> =>
    (await app.login(code, ADMINISTRATOR, 'Wrong#Horse9', ATTACKER)).CODE
  let checked = 0
  for (let sent = 0; sent < GUESSES; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, guess))
    checked += answers.filter((it) => it === CODES.wrongPassword.code).length
    expect(answers.every((it) => it === CODES.wrongPassword.code || it === CODES.tooManyTries.code)).toBe(
      true,
    )
  }
  expect(checked).toBe(FAILURES_OF_ACCOUNT)
  const restarted = await startTestApp({
    config,
    overrides: { clock: app.clock, storage: app.platform.storage },
  })
  expect((await restarted.login(code, ADMINISTRATOR, PASSWORD, ATTACKER)).CODE).toBe(CODES.tooManyTries.code)
  expect((await restarted.login(code, ADMINISTRATOR, PASSWORD, '198.51.100.200')).CODE).toBe('200')
  await restarted.close()
}, 240_000)
