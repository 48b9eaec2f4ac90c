/** What callers get of calls: a code, or that the handler was reached. */
import type { Call } from '@vedette/contract/call'
import { CODES, Refusal } from '@vedette/contract/codes'
import { objectsIn } from '@vedette/contract/ids'
import { z } from 'zod'

import { REACHED_ALONE } from '../authority/isolation-recipes.ts'
import type { Route } from '../http/route.ts'
import type { Overrides } from '../platform.ts'
import type { TestApp } from './app.ts'
import { upload } from './upload.ts'

/** A form has text fields only. */
const Fields = z.record(z.string(), z.string())

export interface Reach {
  overrides: Overrides
  /** `ran`, or the code of the refusal. A handler that refuses for lack of a right counts as not reached. */
  attempt: (app: TestApp, call: Call, body: unknown, token: string | undefined) => Promise<string>
}

export function reach(): Reach {
  /** The paths whose handlers ran. */
  const ran: string[] = []
  const watched = (route: Route): Route => ({
    ...route,
    prepare(body, files) {
      const prepared = route.prepare(body, files)
      return {
        ...prepared,
        run(principal, visitor) {
          ran.push(route.call.path)
          const instead = REACHED_ALONE.get(route.call)
          return instead === undefined ? prepared.run(principal, visitor) : Promise.resolve(instead)
        },
      }
    },
  })
  return {
    overrides: { routes: (routes) => routes.map(watched) },
    async attempt(app, call, body, token) {
      ran.length = 0
      const isUpload = call.transport === 'upload'
      if (call.transport !== 'http' && !isUpload) return attemptOnSocket(app, call, body, token)
      const { CODE } = await (isUpload
        ? upload(app, call, [], token, Fields.parse(body))
        : app.send(call, body, token))
      return ran.length > 0 && CODE !== CODES.noPermission.code ? 'ran' : CODE
    },
  }
}

/** Asks as a socket checks: the token once, then each message by its declaration. */
async function attemptOnSocket(
  { platform: { authority } }: TestApp,
  call: Call,
  body: unknown,
  token: string | undefined,
): Promise<string> {
  try {
    const principal = await authority.authenticate(token)
    await authority.authorize(principal, call, objectsIn(call.body, call.body.parse(body)))
    return 'ran'
  } catch (error) {
    if (error instanceof Refusal) return CODES[error.reason].code
    throw error
  }
}
