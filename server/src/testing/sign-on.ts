/** What a browser and an administrator do for single sign-on. */
import { outerLogin, outerLoginBegin, setIdentityProvider } from '@vedette/contract/calls/outer-login'
import type { BodyOf } from '@vedette/contract/call'
import { type Answer, readAnswer } from '@vedette/contract/envelope'

import type { TestApp, TestCompany } from './app.ts'
import { CLIENT, type IdentityProvider } from './identity-provider.ts'

type Settings = BodyOf<typeof setIdentityProvider>

/** A company whose guards get a role that sees live video in one region. */
export async function companyWithProvider(app: TestApp, Issuer: string, more: Partial<Settings> = {}) {
  const company = await app.company()
  const { roleId } = await app.account(company, { realTimeVideo: [] })
  const settings: Settings = {
    Name: 'Directory',
    Issuer,
    ClientID: CLIENT.id,
    ClientSecret: CLIENT.secret,
    Scopes: 'openid profile email groups',
    Roles: [{ Group: 'guards', RoleID: roleId }],
    MakesAccounts: true,
    AllRegions: false,
    GIDs: [company.rootGid],
    IsOn: true,
    ...more,
  }
  await app.ask(setIdentityProvider, settings, company.token)
  return { company, roleId, settings }
}

/** Returns where the browser is sent, and what it is to keep. */
export async function beginSignOn(app: TestApp, { code }: TestCompany, cookie = '') {
  const { answer, given } = await post(app, outerLoginBegin.path, { EnterpriseCode: code }, cookie)
  if (answer.CODE !== outerLoginBegin.success) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return {
    url: new URL(outerLoginBegin.reply.parse(answer.BODY).Url),
    given,
    cookie: given.split(';', 1)[0] ?? '',
  }
}

export async function finishSignOn(
  app: TestApp,
  body: BodyOf<typeof outerLogin>,
  cookie: string,
): Promise<Answer> {
  return (await post(app, outerLogin.path, body, cookie)).answer
}

/** The cookies that a browser has of a provider. */
export type Jar = Map<string, string>

/** Follows the provider as a browser does, until it answers with a page, or sends the browser away. */
export async function follow(
  url: URL,
  jar: Jar,
  body?: URLSearchParams,
): Promise<{ at: URL; page: string | undefined }> {
  let at = url
  let sent = body
  while (at.origin === url.origin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie },
      ...(sent ? { method: 'POST', body: sent } : {}),
    })
    sent = undefined
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) return { at, page: await response.text() }
    at = new URL(next, at)
  }
  return { at, page: undefined }
}

/** What the provider sends the browser back with, once this person has logged in there. */
export async function atProvider(
  directory: IdentityProvider,
  id: string,
  url: URL,
  jar: Jar = new Map(),
): Promise<URLSearchParams> {
  directory.atBrowser = id
  const { at, page } = await follow(url, jar)
  if (page !== undefined) throw new Error(`${at.pathname} answered ${page}`)
  return at.searchParams
}

export const bodyOf = (sent: URLSearchParams) => ({
  State: sent.get('state') ?? '',
  Code: sent.get('code') ?? '',
  Issuer: sent.get('iss') ?? undefined,
})

let visitors = 0

/** Each of another address, since one may begin and end only so many log-ins. */
async function post(app: TestApp, path: string, BODY: unknown, cookie: string) {
  const body = JSON.stringify({ SEQID: '1', BODY })
  const network = (++visitors).toString(16).padStart(8, '0')
  const address = `2001:db8:${network.slice(0, 4)}:${network.slice(4)}::1`
  const headers = { cookie, 'x-forwarded-for': address }
  const response = await app.fetch(path, { method: 'POST', headers, body })
  const answer = readAnswer(await response.json())
  if (!answer) throw new Error(`${path} answered no envelope`)
  return { answer, given: response.headers.getSetCookie()[0] ?? '' }
}
