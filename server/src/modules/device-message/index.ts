/** `setMsgIn`: each of its methods is a file in `methods/`, listed in `platform.ts`, and checked as a call of its own. */
import { setMsgIn } from '@vedette/contract/calls/device-message'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import { type Route, serve } from '../../http/route.ts'
import type { ServedMethod } from './served.ts'

export { dayEventsMessage } from './methods/day-events.ts'
export { ptzMessage } from './methods/ptz.ts'

export function deviceMessageModule(
  authority: Pick<Authority, 'authorize'>,
  methods: readonly ServedMethod[],
): Route[] {
  const byNumber = new Map(methods.map((served) => [served.method.number, served]))
  return [
    serve(setMsgIn, async ({ DID, Method, ReqBody }, who, { address }) => {
      const served = byNumber.get(String(Method))
      if (!served) throw fault('badInput', 'Method', 'methodUnknown')
      const { access, effect } = served.method
      await authority.authorize(who, { path: setMsgIn.path, access, effect }, [{ kind: 'device', id: DID }])
      return served.run(parsed(ReqBody), { who, did: DID, address })
    }),
  ]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw fault('badInput', 'ReqBody', 'notJson')
    throw error
  }
}
