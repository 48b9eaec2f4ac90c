/** The console's calls: section 7, readings 2 to 4. */
import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { CODES, type CodeName } from '@vedette/contract/codes'
import { type Answer, isSuccess, readAnswer, requestIds } from '@vedette/contract/envelope'

import { CallFailure } from './failure.ts'
import { meaningOf, prepare, react, settle } from './reactions.ts'
import { hearServerDate } from './server-clock.ts'
import { requestBase } from './settings.ts'

/** Request timeout (section 9). */
export const REQUEST_TIMEOUT_MS = 10_000

/** A picture takes its time over a phone's link. */
const UPLOAD_TIMEOUT_MS = 120_000

const nextId = requestIds()
let token = ''

/** This tab's Utoken, in memory alone (reading 18); empty for none. */
export function holdToken(utoken: string): void {
  token = utoken
}

export function heldToken(): string {
  return token
}

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** Sends for another session than this tab's. */
  utoken?: string
}

/** Sends a call. A failure is shown as the table of reactions says, and thrown as CallFailure. */
export async function send<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  try {
    return await ask(call, body, options)
  } catch (cause) {
    if (cause instanceof CallFailure) react(call, cause)
    throw cause
  }
}

/** Like `send`, without showing a failure: for callers that say it in their own words. */
export async function ask<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  return await read(call, await exchange(call, body, options))
}

async function read<C extends Call>(call: C, answer: Answer): Promise<ReplyOf<C>> {
  if (!isSuccess(answer.CODE)) {
    const failure = new CallFailure(answer.CODE, answer.BODY)
    await prepare(failure)
    throw new CallFailure(answer.CODE, answer.BODY, meaningOf(call, failure.reason))
  }
  const reply = call.reply.safeParse(answer.BODY ?? {})
  if (!reply.success) throw failureOf('requestServerError', reply.error.issues)
  settle(call)
  return replyOf<C>(reply.data)
}

/** What the call's own schema parsed is the call's reply; the compiler does not follow a generic call that far. */
function replyOf<C extends Call>(parsed: unknown): ReplyOf<C> {
  return parsed as ReplyOf<C>
}

/** Sends a call that brings files beside its body, whose fields are texts; otherwise as `ask`. */
export async function sendFiles<C extends Call>(
  call: C,
  files: readonly File[],
  body: BodyOf<C> & Readonly<Record<string, string>>,
): Promise<ReplyOf<C>> {
  const form = new FormData()
  for (const [name, value] of Object.entries<string>(body)) form.append(name, value)
  for (const file of files) form.append('file', file)
  return await read(call, await exchange(call, form))
}

async function exchange(
  call: Call,
  body: unknown,
  { signal, utoken = token }: SendOptions = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(call.transport === 'upload' ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
  let status = 0
  try {
    const response = await fetch(requestBase + call.path, {
      ...requestOf(call, body, utoken),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      cache: 'no-store',
      credentials: call.usesCookie ? 'same-origin' : 'omit',
    })
    hearServerDate(response.headers.get('date'))
    status = response.status
    const answer = readAnswer(await response.json())
    if (answer) return answer
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (timeout.aborted) throw failureOf('serverTimeout')
    // No connection, or an answer that is no JSON: both are "request server error" to the person (section 8).
  }
  throw failureOf(status >= 500 ? 'requestFailed' : 'requestServerError')
}

function requestOf(call: Call, body: unknown, utoken: string): RequestInit {
  const headers: Record<string, string> = utoken ? { Authorization: utoken } : {}
  if (call.method === 'GET') return { method: 'GET', headers }
  // The browser itself says what parts a form has.
  if (body instanceof FormData) return { method: 'POST', headers, body }
  headers['Content-Type'] = 'application/json'
  const envelope = { SEQID: call.seqid ?? nextId(), BODY: body }
  return { method: 'POST', headers, body: JSON.stringify(envelope) }
}

function failureOf(reason: CodeName, body: unknown = {}): CallFailure {
  return new CallFailure(CODES[reason].code, body, reason)
}
