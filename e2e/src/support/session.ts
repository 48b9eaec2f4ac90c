/** What a user's script does over the public calls. */
import type { Page } from 'playwright-core'

import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { loginNewPassword } from '@vedette/contract/calls/login-steps'
import { login } from '@vedette/contract/calls/user'
import { type Answer, readAnswer } from '@vedette/contract/envelope'

import { ADMIN_PASSWORD } from './platform.ts'

export async function ask<C extends Call>(
  address: string,
  token: string,
  call: C,
  body: BodyOf<C>,
): Promise<Answer> {
  const response = await fetch(new URL(call.path, address), {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: token },
    ...(call.method === 'POST' ? { body: JSON.stringify({ SEQID: '1', BODY: body }) } : {}),
  })
  const answer = readAnswer(await response.json())
  if (!answer) throw new Error(`${call.path} answered no envelope`)
  return answer
}

/** What people choose in the place of a password that was given to them. */
export const OWN_PASSWORD = 'Lantern4-mill'

/** What a call that has to succeed replies. */
export async function replied<C extends Call>(
  address: string,
  token: string,
  call: C,
  body: BodyOf<C>,
): Promise<ReplyOf<C>> {
  const { CODE, BODY } = await ask(address, token, call, body)
  if (CODE !== call.success) throw new Error(`${call.path} answered ${CODE} ${JSON.stringify(BODY)}`)
  // The call's own schema vouches for the type, which `Call` holds only as "some schema".
  return call.reply.parse(BODY) as ReplyOf<C>
}

/** The token of a company's first administrator. */
export async function logIn(address: string, EnterpriseCode = 'demo'): Promise<string> {
  const body = { EnterpriseCode, Account: 'admin', Password: ADMIN_PASSWORD }
  const answer = await ask(address, '', login, body)
  return login.reply.parse(answer.BODY).CompanyInfos[0]?.Utoken ?? ''
}

/** Logs in at the login page in any language and of any size; what comes then is the caller's. */
export async function typeLogIn(page: Page, account: string, password: string): Promise<void> {
  await page.locator('[name="enterprise"]').fill('demo')
  await page.locator('[name="account"]').fill(account)
  await page.locator('[name="password"]').fill(password)
  await page.getByRole('checkbox').check()
  await page.locator('form [type="submit"]').click()
}

/** The same administrator, led to what was asked for: a page that is no wall doesn't play one first. */
export async function enterOnPage(page: Page, address: string, hash = ''): Promise<void> {
  await page.goto(address + hash)
  await typeLogIn(page, 'admin', ADMIN_PASSWORD)
  const path = hash.split('?')[0] || '#/realTimeVideo'
  await page.waitForURL((url) => url.hash.startsWith(path))
}

/** Like `enterOnPage`, to a wall whose tree is in sight: the one that this browser has kept, else an empty one. */
export async function logInOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const hasKept = await page.evaluate(() => localStorage.getItem('setting')?.includes('layout=') === true)
  await typeLogIn(page, 'admin', ADMIN_PASSWORD)
  await page.waitForURL(/#\/realTimeVideo/)
  await page.getByRole('tree').waitFor()
  if (!hasKept) await emptyWall(page)
}

/** Takes off what the first log-in has filled the wall with, also where it fills it a moment later. */
export async function emptyWall(page: Page): Promise<void> {
  const isEmpty = (): boolean => {
    const tile = document.querySelector('.live-wall')?.querySelector('.tile[data-did]')
    if (tile === null && location.hash.includes('layout=4')) return true
    location.hash = '#/realTimeVideo?layout=4&chosen=0&show='
    return false
  }
  await page.waitForFunction(isEmpty, undefined, { polling: 200 })
}

/** The first log-in with a password that somebody else chose: an own one is chosen. Returns the token. */
export async function chooseOwn(address: string, Account: string, Password: string): Promise<string> {
  const first = await ask(address, '', login, { EnterpriseCode: 'demo', Account, Password })
  const Ticket = login.reply.parse(first.BODY).Challenge?.Ticket ?? ''
  const second = await ask(address, '', loginNewPassword, { Ticket, Password: OWN_PASSWORD })
  return loginNewPassword.reply.parse(second.BODY).CompanyInfos[0]?.Utoken ?? ''
}
