import type { Access, Call, ParsedBodyOf, ReplyOf } from '@vedette/contract/call'
import { Refusal } from '@vedette/contract/codes'
import { type ObjectRef, objectsIn } from '@vedette/contract/ids'
import { fault } from '@vedette/contract/reasons'
import type { z } from 'zod'

import type { Principal } from '../authority/principal.ts'
import type { Details, Who } from '../authority/audited.ts'
import type { UploadedFile } from './upload.ts'
import { wordOf } from './reason-of-issue.ts'

/** Where a request came from. */
export interface Visitor {
  address: string
  userAgent: string
  /** Says more of the action to the audit log than its call and the objects that it names. */
  tell(details: Details): void
  /** In calls that disclose: names objects that the handler found to be meant, besides those that the body names. */
  concerns(objects: readonly ObjectRef[]): void
  /** Names the account as which somebody tries to log in: its company's log has it when he is refused. */
  triesToBe(account: Omit<Who, 'sessionId'>): void
  /** In public calls: as whom something is done. Resolves once it is on record that it is about to be. */
  actsAs(account: Omit<Who, 'sessionId'>): Promise<void>
  /** In public calls: writes down what is done for an account that did not show to be its own. */
  doesFor(account: Omit<Who, 'sessionId'>, details: Details): Promise<void>
  /** What a call that `usesCookie` gave this browser, where it still has it. */
  cookie: string | undefined
  /** Only in calls that `usesCookie`. */
  setCookie(value: string, lifetimeMs: number): void
}

/** A call with its handler. */
export interface Route {
  call: Call
  isPublic: boolean
  /** Checks the body by the call's schema; throws Refusal `badInput`. */
  prepare(body: unknown, files?: readonly UploadedFile[]): Prepared
}

interface Prepared {
  /** What the body names, for `authorize`. */
  objects: ObjectRef[]
  /** What admits this body, where that is not all that admits to the call. */
  access?: Access
  /** `principal` is present in every call that is not public. */
  run: (principal: Principal | undefined, visitor: Visitor) => Promise<unknown>
}

/** Serves a call to those whom its `access` admits. */
export function serve<Body extends z.ZodType, Reply extends z.ZodType>(
  call: Call<Body, Reply>,
  handle: (
    body: ParsedBodyOf<Call<Body, Reply>>,
    session: Principal,
    visitor: Visitor,
  ) => Promise<ReplyOf<Call<Body, Reply>>>,
): Route {
  return routeOf(call, false, (body, principal, visitor) => {
    if (!principal) throw new Error(`${call.path} was reached without a principal`)
    return handle(body, principal, visitor)
  })
}

/** Serves a call that brings files, to those whom its `access` admits. */
export function serveUpload<Body extends z.ZodType, Reply extends z.ZodType>(
  call: Call<Body, Reply>,
  handle: (
    files: readonly UploadedFile[],
    session: Principal,
    body: ParsedBodyOf<Call<Body, Reply>>,
  ) => Promise<ReplyOf<Call<Body, Reply>>>,
): Route {
  return routeOf(call, false, (body, principal, _visitor, files) => {
    if (!principal) throw new Error(`${call.path} was reached without a principal`)
    return handle(files, principal, body)
  })
}

/** Serves a call whose `access` is `public`: its handler gets no principal, even from one who is logged in. */
export function servePublic<Body extends z.ZodType, Reply extends z.ZodType>(
  call: Call<Body, Reply>,
  handle: (body: ParsedBodyOf<Call<Body, Reply>>, visitor: Visitor) => Promise<ReplyOf<Call<Body, Reply>>>,
): Route {
  return routeOf(call, true, (body, _principal, visitor) => handle(body, visitor))
}

/** Tells of what the route has changed, once it is done. */
export function telling(route: Route, changed: (companyId: string) => void): Route {
  if (route.call.effect !== 'changes') return route
  return {
    ...route,
    prepare(...received) {
      const { run, ...prepared } = route.prepare(...received)
      return {
        ...prepared,
        async run(principal, visitor) {
          const reply = await run(principal, visitor)
          if (principal) changed(principal.companyId)
          return reply
        },
      }
    },
  }
}

function routeOf<Body extends z.ZodType>(
  call: Call<Body>,
  isPublic: boolean,
  run: (
    body: z.output<Body>,
    principal: Principal | undefined,
    visitor: Visitor,
    files: readonly UploadedFile[],
  ) => Promise<unknown>,
): Route {
  return {
    call,
    isPublic,
    prepare(received, files = []) {
      const body = parse(call, received)
      return {
        objects: objectsIn(call.body, body),
        ...(call.accessOf ? { access: call.accessOf(body) } : {}),
        run: (...who) => run(body, ...who, files),
      }
    },
  }
}

function parse<Body extends z.ZodType>(call: Call<Body>, body: unknown): z.output<Body> {
  const outcome = call.body.safeParse(body)
  if (!outcome.success) {
    const [issue] = outcome.error.issues
    if (!issue) throw new Error(`${call.path} refused a body and does not say why`)
    const Field = issue.path.map(String).join('.')
    throw new Refusal('badInput', { Field, Reason: issue.message, ...wordOf(issue) })
  }
  const field = fieldWithZero(outcome.data, [])
  if (field !== undefined) throw fault('badInput', field, 'zeroCharacter')
  return outcome.data
}

/** No database stores a zero character. The value has the schema's depth, so the recursion is bounded. */
function fieldWithZero(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    const field = fieldWithZero(child, [...path, key])
    if (field !== undefined) return field
  }
  return undefined
}
