/** The other end of a call, for programs of ours that use the platform as any installer's script would. */
import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { login } from '@vedette/contract/calls/user'
import { isSuccess, readAnswer, requestIds } from '@vedette/contract/envelope'

/** Sends a call; rejects when it is refused. */
export type Ask = <C extends Call>(call: C, body: BodyOf<C>) => Promise<ReplyOf<C>>

/** Logs the first administrator in. */
export async function administrator(address: string, Password: string): Promise<{ ask: Ask; token: string }> {
  const anonymous = caller(address, '')
  const { CompanyInfos } = await anonymous(login, { EnterpriseCode: 'demo', Account: 'admin', Password })
  const token = CompanyInfos[0]?.Utoken ?? ''
  return { ask: caller(address, token), token }
}

function caller(address: string, token: string): Ask {
  const nextId = requestIds()
  return async (call, body) => {
    const response = await fetch(new URL(call.path, address), {
      method: call.method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      ...(call.method === 'GET'
        ? {}
        : { body: JSON.stringify({ SEQID: call.seqid ?? nextId(), BODY: body }) }),
    })
    const answer = readAnswer(await response.json())
    if (!answer || !isSuccess(answer.CODE))
      throw new Error(
        `${call.path} answered ${answer?.CODE ?? response.status}: ${JSON.stringify(answer?.BODY)}`,
      )
    return replyOf(call, answer.BODY)
  }
}

/** The call's own schema vouches for the type, which `Call` holds only as "some schema". */
export function replyOf<C extends Call>(call: C, body: unknown): ReplyOf<C> {
  return call.reply.parse(body) as ReplyOf<C>
}
