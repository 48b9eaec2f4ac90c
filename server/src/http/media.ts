/** GETs that carry media: a signed URL, `authorize`, then bytes until they end or the right to them does. */
import { Readable } from 'node:stream'

import type { Call } from '@vedette/contract/call'
import { type CodeName, CODES, Refusal } from '@vedette/contract/codes'
import { type ObjectRef, objectsIn } from '@vedette/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Authority } from '../authority/authority.ts'
import type { Principal } from '../authority/principal.ts'
import type { Clock } from '../engines/clock.ts'
import type { Details } from '../authority/audited.ts'
import type { AuditLog } from '../modules/audit/index.ts'
import { cutOff } from './cut-off.ts'
import { failureOf } from './failure.ts'
import type { Metrics } from './metrics.ts'
import { SessionHolds } from './session-holds.ts'
import type { SignedUrls } from './signed-urls.ts'

/** Rights that changed where nobody told us are noticed so soon. */
const CHECK_MS = 2000

export interface MediaAnswer {
  type: string
  headers?: Readonly<Record<string, string>>
  /** Size of the whole, when it is known; then parts of it can be asked for. */
  bytes?: number
  /** Changes with the bytes. */
  tag?: string
  /** What the audit log says of it, besides the objects. */
  details?: Details
  /** When a picture was taken, ms since 1970: those of one camera that are fetched on end are one row of the log. */
  momentMs?: number
  /** [from, to) of it, or all. */
  body: (from: number, to: number) => AsyncIterable<Buffer>
}

export interface MediaRoute {
  call: Call
  handle(query: URLSearchParams, principal: Principal): Promise<MediaAnswer>
}

interface Fetch {
  /** From then on the right to it is checked again and again. */
  isAdmitted: boolean
  mayGoOn: () => Promise<boolean>
  end: () => void
}

export interface MediaNeeds {
  authority: Authority
  signedUrls: SignedUrls
  audit: Pick<AuditLog, 'fetched' | 'sawMoment' | 'refused'>
  clock: Clock
  metrics: Metrics
  onError: (error: unknown) => void
}

/** Returns how to end all that runs. */
export function mountMedia(
  app: FastifyInstance,
  routes: readonly MediaRoute[],
  needs: MediaNeeds,
): () => void {
  const fetches = new SessionHolds<Fetch>()
  const check = async (some: readonly Fetch[]): Promise<void> => {
    for (const one of some) if (one.isAdmitted && !(await one.mayGoOn())) one.end()
  }
  const stop = needs.authority.onSessionEnd((sessionId, end) => {
    const concerned = fetches.of(sessionId)
    if (end === 'rights') void check(concerned).catch(needs.onError)
    else for (const one of concerned) one.end()
  })
  const timer = needs.clock.every(CHECK_MS, () => void check([...fetches]).catch(needs.onError))
  for (const route of routes)
    app.get(route.call.path, { exposeHeadRoute: false }, (request, reply) =>
      answer(request, reply, route, needs, fetches),
    )
  return () => {
    stop()
    timer.stop()
    for (const one of fetches) one.end()
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: MediaRoute,
  needs: MediaNeeds,
  fetches: SessionHolds<Fetch>,
): Promise<FastifyReply> {
  const query = new URL(request.url, 'http://localhost').searchParams
  const sessionId = needs.signedUrls.sessionOf(query)
  const one: Fetch = {
    isAdmitted: false,
    mayGoOn: () => mayGoOn(route, query, needs),
    end: () => reply.raw.socket && cutOff(reply.raw.socket),
  }
  if (reply.raw.destroyed) return reply.hijack()
  fetches.add(sessionId, one)
  reply.raw.once('close', () => {
    one.isAdmitted = false
    fetches.remove(sessionId, one)
  })
  try {
    const { principal, objects } = await admitted(route, query, request.ip, needs)
    const media = await route.handle(query, principal)
    const part = partOf(request, media)
    if (part === 'beyond')
      return await reply
        .code(416)
        .headers({ ...media.headers, 'content-range': `bytes */${media.bytes}` })
        .send()
    if (route.call.effect !== 'reads') {
      const action = { who: principal, path: route.call.path, objects, address: request.ip }
      const { momentMs, details = {} } = media
      if (momentMs !== undefined) await needs.audit.sawMoment(action, momentMs, details)
      else await needs.audit.fetched(action, needs.signedUrls.contentOf(query), details)
    }
    const body = Readable.from(
      wholeOr(media, part, () => reply.raw.destroy()),
      {
        objectMode: true,
        highWaterMark: 1,
      },
    )
    const leave = (): void => {
      body.destroy()
      needs.metrics.countRequest(route.call.path, route.call.success, reply.elapsedTime)
    }
    // Anyone who left meanwhile says so no second time.
    if (reply.raw.destroyed) {
      leave()
      return reply.hijack()
    }
    one.isAdmitted = true
    reply.raw.once('close', leave)
    return await reply
      .code(part.isPart ? 206 : 200)
      .headers({ ...media.headers, ...headersOf(media, part) })
      .type(media.type)
      .send(body)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.bug !== undefined) request.log.error({ err: failure.bug }, 'bug')
    needs.metrics.countRequest(route.call.path, failure.answer.CODE, reply.elapsedTime)
    // An element shows no envelope, but it must not take one for media.
    const status = failure.status === 200 ? statusOf(error) : failure.status
    return reply.code(status).type('application/json').send(failure.answer)
  }
}

/** A body that ends before what was promised of it ends its connection, or the client would wait for the rest. */
async function* wholeOr(
  { bytes, body }: MediaAnswer,
  { from, to }: Part,
  cut: () => void,
): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const piece of body(from, to)) {
    sent += piece.length
    yield piece
  }
  if (bytes !== undefined && sent < to - from) cut()
}

const STATUS: Partial<Record<CodeName, number>> = {
  notLoggedIn: 401,
  tokenExpired: 401,
  noPermission: 403,
  noDataAuthority: 403,
  noRecording: 404,
  badInput: 400,
  unavailable: 501,
}

function statusOf(error: unknown): number {
  return (error instanceof Refusal && STATUS[error.reason]) || 500
}

async function admitted(
  { call }: MediaRoute,
  query: URLSearchParams,
  address: string,
  { authority, signedUrls, audit }: Pick<MediaNeeds, 'authority' | 'signedUrls' | 'audit'>,
): Promise<{ principal: Principal; objects: ObjectRef[] }> {
  const principal = await authority.principalOf(signedUrls.sessionOf(query))
  if (!principal) throw new Refusal('notLoggedIn')
  signedUrls.check(call.path, query, principal)
  const objects = objectsOf(call, query)
  try {
    await authority.authorize(principal, call, objects)
  } catch (error) {
    if (error instanceof Refusal)
      audit.refused({ who: principal, path: call.path, objects, address }, CODES[error.reason].code)
    throw error
  }
  authority.touch(principal.sessionId)
  return { principal, objects }
}

function objectsOf(call: Call, query: URLSearchParams): ObjectRef[] {
  const body = call.body.safeParse(Object.fromEntries(query))
  // We signed it, so it is of an earlier version of ours at worst.
  if (!body.success) throw new Refusal('notLoggedIn')
  return objectsIn(call.body, body.data)
}

/** Its URL's five minutes are for its beginning: what runs, runs as long as the session may. */
async function mayGoOn(
  { call }: MediaRoute,
  query: URLSearchParams,
  { authority, signedUrls }: Pick<MediaNeeds, 'authority' | 'signedUrls'>,
): Promise<boolean> {
  const principal = await authority.principalOf(signedUrls.sessionOf(query))
  if (!principal) return false
  try {
    await authority.authorize(principal, call, objectsOf(call, query))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface Part {
  from: number
  to: number
  isPart: boolean
}

/** One range of bytes (RFC 9110, section 14); anything else asks for all. */
export function partOf(
  { headers }: { headers: { range?: string | undefined; 'if-range'?: string | undefined } },
  { bytes, tag }: Pick<MediaAnswer, 'bytes' | 'tag'>,
): Part | 'beyond' {
  const all = { from: 0, to: bytes ?? Infinity, isPart: false }
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '')
  if (!match || bytes === undefined) return all
  const condition = headers['if-range']
  if (condition !== undefined && condition !== tag) return all
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return all
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1)
  return from < to ? { from, to, isPart: true } : 'beyond'
}

function headersOf({ bytes, tag }: MediaAnswer, { from, to, isPart }: Part): Record<string, string> {
  if (bytes === undefined) return {}
  return {
    'accept-ranges': 'bytes',
    'content-length': `${to - from}`,
    ...(tag === undefined ? {} : { etag: tag }),
    ...(isPart ? { 'content-range': `bytes ${from}-${to - 1}/${bytes}` } : {}),
  }
}
