/** The one path of every call: envelope, token, right to call, body, right to its objects, handler. */
import { CODES, Refusal } from '@vedette/contract/codes'
import { type Answer, RequestEnvelope } from '@vedette/contract/envelope'
import type { Call } from '@vedette/contract/call'
import { checkIds, type ObjectRef } from '@vedette/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AccessTokens } from '../authority/access-token.ts'
import type { Authority } from '../authority/authority.ts'
import type { Principal } from '../authority/principal.ts'
import type { AuditLog, Details, Who } from '../modules/audit/index.ts'
import type { LoginCookie } from './cookie.ts'
import { failureOf } from './failure.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'
import { Upload } from './upload.ts'

const MAX_USER_AGENT = 300

export interface CallNeeds {
  authority: Authority
  accessTokens: Pick<AccessTokens, 'authenticate'>
  audit: AuditLog
  metrics: Metrics
  cookie: LoginCookie
}

/** Throws when a declared call has no handler, has two, is declared without `access`, or could name objects unseen. */
export function checkRoutes(calls: readonly Call[], routes: readonly Route[]): void {
  for (const call of calls.filter((it) => it.transport === 'http' || it.transport === 'upload')) {
    const found = routes.filter((route) => route.call === call)
    if (found.length !== 1) throw new Error(`${call.path} has ${found.length} handlers`)
  }
  for (const { path, body } of calls) {
    try {
      checkIds(body)
    } catch (cause) {
      throw new Error(`${path} has a body whose ids cannot all be judged`, { cause })
    }
  }
  for (const { call, isPublic } of routes) {
    if (!calls.includes(call)) throw new Error(`${call.path} is served but not in the catalogue`)
    if (!hasAccess(call)) throw new Error(`${call.path} does not say who may call it`)
    if (isPublic !== (call.access === 'public'))
      throw new Error(`${call.path} is ${isPublic ? 'served' : 'declared'} public, and not both`)
  }
}

const WORDS: readonly unknown[] = ['public', 'session', 'administrator']

function hasAccess({ access }: Pick<Call, 'access'>): boolean {
  return WORDS.includes(access) || (Array.isArray(access) && access.length > 0)
}

export function mountRoutes(app: FastifyInstance, routes: readonly Route[], needs: CallNeeds): void {
  for (const route of routes) {
    app.route({
      method: route.call.method,
      url: route.call.path,
      exposeHeadRoute: false,
      ...(route.call.maxBodyBytes === undefined
        ? {}
        : {
            bodyLimit: route.call.maxBodyBytes,
            // So much is read from nobody who is unknown.
            onRequest: async (request: FastifyRequest) => {
              const principal = await needs.authority.authenticate(request.headers.authorization)
              await needs.authority.authorize(principal, route.call, [])
            },
          }),
      handler: (request, reply) => answer(request, reply, route, needs),
    })
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  needs: CallNeeds,
): Promise<Answer> {
  const { metrics } = needs
  let principal: Principal | undefined
  const admitted = (it: Principal | undefined): void => {
    principal = it
  }
  const setCookie = (header: string): void => void reply.header('set-cookie', header)
  const outcome = await run(request, route, needs, { admitted, setCookie }).then(
    (done) => ({ status: 200, answer: done }),
    (error: unknown) => {
      const failure = failureOf(error)
      if (failure.bug !== undefined) request.log.error({ err: failure.bug }, 'bug')
      return failure
    },
  )
  metrics.countRequest(route.call.path, outcome.answer.CODE, reply.elapsedTime)
  // A platform that does what it is asked has nothing to say.
  request.log[outcome.answer.CODE === route.call.success ? 'debug' : 'info'](
    {
      path: route.call.path,
      code: outcome.answer.CODE,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      company: principal?.companyId,
      account: principal?.accountId,
    },
    'call',
  )
  reply.code(outcome.status)
  return outcome.answer
}

/** A caller without a right learns it before anything of his body is judged. */
async function run(
  request: FastifyRequest,
  route: Route,
  { authority, accessTokens, audit, cookie }: CallNeeds,
  {
    admitted,
    setCookie,
  }: { admitted: (principal: Principal | undefined) => void; setCookie: (header: string) => void },
): Promise<Answer> {
  const { call, isPublic } = route
  const body = bodyOf(call, request.body)
  const address = request.ip
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
  const principal = isPublic ? undefined : await accessTokens.authenticate(request.headers.authorization)
  admitted(principal)
  const authorize = async (objects: readonly ObjectRef[]): Promise<void> => {
    try {
      await authority.authorize(principal, call, objects)
    } catch (error) {
      if (principal && error instanceof Refusal)
        audit.refused({ who: principal, path: call.path, objects, address }, CODES[error.reason].code)
      throw error
    }
  }
  await authorize([])
  const { objects, run: handle } = route.prepare(
    body,
    request.body instanceof Upload ? request.body.files : [],
  )
  if (objects.length > 0) await authorize(objects)
  const deed =
    principal && call.effect !== 'reads' ? { who: principal, path: call.path, objects, address } : undefined
  let told = deed && call.effect !== 'discloses' ? await audit.begin(deed) : undefined
  // The deed is done or refused whatever becomes of this row: without it the log says that it is unfinished.
  const end = async (code: string): Promise<void> => {
    await told?.(code, details).catch((error: unknown) => request.log.error({ err: error }, 'bug'))
  }
  let details: Details = {}
  const tell = (more: Details): void => {
    details = { ...details, ...more }
  }
  let tried: Who | undefined
  const triesToBe = (account: Omit<Who, 'sessionId'>): void => {
    tried = { ...account, sessionId: '' }
  }
  const visitor = {
    address,
    userAgent,
    tell,
    triesToBe,
    cookie: call.usesCookie ? cookie.read(request.headers.cookie) : undefined,
    setCookie(value: string, lifetimeMs: number): void {
      if (!call.usesCookie) throw new Error(`${call.path} does not say that it uses a cookie`)
      setCookie(cookie.write(value, lifetimeMs))
    },
  }
  const done = await handle(principal, visitor).catch(async (error: unknown) => {
    const code = failureOf(error).answer.CODE
    if (deed) told ??= await audit.begin(deed)
    await end(code)
    if (tried && error instanceof Refusal)
      audit.failedLogin({ who: tried, path: call.path, objects: [], address }, code)
    throw error
  })
  // What is disclosed is disclosed by the answer, which leaves once the one row is stored that says so.
  if (deed && !told) await audit.seen(deed, details)
  await end(call.success)
  if (isPublic) audit.signedIn(call.path, done, address, details)
  return { CODE: call.success, BODY: done }
}

function bodyOf(call: Call, received: unknown): unknown {
  if (call.method === 'GET') return {}
  if (call.transport === 'upload' && received instanceof Upload) return received.body
  const envelope = RequestEnvelope.safeParse(received)
  if (!envelope.success) throw new Refusal('badEnvelope')
  return envelope.data.BODY
}

/** Answers what never reached a call: unreadable bodies, unknown paths, overload. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Metrics,
): FastifyReply {
  const failure = failureOf(error)
  if (failure.bug !== undefined) request.log.error({ err: failure.bug }, 'bug')
  metrics.countRequest('unknown', failure.answer.CODE, reply.elapsedTime)
  return reply.code(failure.status).send(failure.answer)
}
