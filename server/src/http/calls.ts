/** The one path of every call: envelope, token, right to call, body, right to its objects, handler. */
import { CODES, Refusal } from '@vedette/contract/codes'
import { type Answer, RequestEnvelope } from '@vedette/contract/envelope'
import type { Access, Call } from '@vedette/contract/call'
import { checkIds, type ObjectRef } from '@vedette/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AccessTokens } from '../authority/access-token.ts'
import type { Authority } from '../authority/authority.ts'
import type { Principal } from '../authority/principal.ts'
import type { AuditLog } from '../modules/audit/index.ts'
import { onRecord } from './call-record.ts'
import type { LoginCookie } from './cookie.ts'
import { type Failure, failureOf } from './failure.ts'
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
      throw new Error(`${path} has a body whose ids cannot all be checked`, { cause })
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
    const { method, path, maxBodyBytes } = route.call
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      ...(maxBodyBytes === undefined
        ? {}
        : {
            bodyLimit: maxBodyBytes,
            onRequest: (request, reply) => refuseUnread(request, reply, route, needs),
          }),
      handler: (request, reply) => answer(request, reply, route, needs),
    })
  }
}

/** So much is read from nobody who may not call. */
async function refuseUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  needs: CallNeeds,
): Promise<unknown> {
  const caller = callerOf(request, route.call, needs)
  try {
    await caller.identify()
    await caller.authorize([])
    return undefined
  } catch (error) {
    return reply.send(conclude(request, reply, route, caller, failed(error, request), needs))
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  needs: CallNeeds,
): Promise<Answer> {
  const caller = callerOf(request, route.call, needs)
  const setCookie = (header: string): void => void reply.header('set-cookie', header)
  const outcome = await run(request, route, caller, needs, setCookie).then(
    (done) => ({ status: 200, answer: done }),
    (error: unknown) => failed(error, request),
  )
  return conclude(request, reply, route, caller, outcome, needs)
}

type Outcome = Omit<Failure, 'bug'>

function failed(error: unknown, request: FastifyRequest): Outcome {
  const failure = failureOf(error)
  if (failure.bug !== undefined) request.log.error({ err: failure.bug }, 'bug')
  return failure
}

/** Counts a call and logs it. */
function conclude(
  request: FastifyRequest,
  reply: FastifyReply,
  { call }: Route,
  { principal, address }: Caller,
  outcome: Outcome,
  { metrics }: CallNeeds,
): Answer {
  metrics.countRequest(call.path, outcome.answer.CODE, reply.elapsedTime)
  // A platform that does what it is asked has nothing to say.
  request.log[outcome.answer.CODE === call.success ? 'debug' : 'info'](
    {
      path: call.path,
      code: outcome.answer.CODE,
      ms: Math.round(reply.elapsedTime),
      address,
      company: principal?.companyId,
      account: principal?.accountId,
    },
    'call',
  )
  reply.code(outcome.status)
  return outcome.answer
}

interface Caller {
  address: string
  /** Once it was identified. */
  principal: Principal | undefined
  /** Throws where a call that is not public comes without a good token. */
  identify(): Promise<void>
  /** The company's log has what was refused. */
  authorize(objects: readonly ObjectRef[], access?: Access): Promise<void>
}

function callerOf(
  request: FastifyRequest,
  call: Call,
  { authority, accessTokens, audit }: CallNeeds,
): Caller {
  const address = request.ip
  return {
    address,
    principal: undefined,
    async identify() {
      if (call.access !== 'public')
        this.principal = await accessTokens.authenticate(request.headers.authorization)
    },
    async authorize(objects, access = call.access) {
      const { principal } = this
      try {
        await authority.authorize(principal, { ...call, access }, objects)
      } catch (error) {
        if (principal && error instanceof Refusal)
          audit.refused({ who: principal, path: call.path, objects, address }, CODES[error.reason].code)
        throw error
      }
    },
  }
}

/** A caller without a right learns it before anything of his body is checked. */
async function run(
  request: FastifyRequest,
  route: Route,
  caller: Caller,
  { audit, cookie }: CallNeeds,
  setCookie: (header: string) => void,
): Promise<Answer> {
  const { call } = route
  const body = bodyOf(call, request.body)
  await caller.identify()
  await caller.authorize([])
  const {
    objects,
    access,
    run: handle,
  } = route.prepare(body, request.body instanceof Upload ? request.body.files : [])
  if (objects.length > 0 || access) await caller.authorize(objects, access)
  const { principal, address } = caller
  const onError = (error: unknown): void => request.log.error({ err: error }, 'bug')
  const done = await onRecord({ call, principal, objects, address }, { audit, onError }, (says) =>
    handle(principal, {
      ...says,
      address,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
      cookie: call.usesCookie ? cookie.read(request.headers.cookie) : undefined,
      setCookie(value, lifetimeMs) {
        if (!call.usesCookie) throw new Error(`${call.path} does not say that it uses a cookie`)
        setCookie(cookie.write(value, lifetimeMs))
      },
    }),
  )
  return { CODE: call.success, BODY: done }
}

function bodyOf(call: Call, received: unknown): unknown {
  if (call.method === 'GET') return {}
  if (call.transport === 'upload' && received instanceof Upload) return received.body
  const envelope = RequestEnvelope.safeParse(received)
  if (!envelope.success) throw new Refusal('badEnvelope')
  return envelope.data.BODY
}

/** Returns what never reached a call: unreadable bodies, unknown paths, overload. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Metrics,
): FastifyReply {
  const failure = failureOf(error, request.routeOptions.bodyLimit)
  if (failure.bug !== undefined) request.log.error({ err: failure.bug }, 'bug')
  metrics.countRequest('unknown', failure.answer.CODE, reply.elapsedTime)
  return reply.code(failure.status).send(failure.answer)
}
