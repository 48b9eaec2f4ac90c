import type { DeviceMethod } from '@vedette/contract/calls/device-message'
import { fault } from '@vedette/contract/reasons'
import type { z } from 'zod'

import type { Principal } from '../../authority/principal.ts'

/** Who sent the message, to which device, and from where. */
export interface Sender {
  who: Principal
  did: string
  address: string
}

/** A method with what it does. */
export interface ServedMethod {
  method: DeviceMethod
  /** `received` is the parsed JSON; throws Refusal `badInput`. */
  run: (received: unknown, sender: Sender) => Promise<Record<string, unknown>>
}

/** Serves one method of `setMsgIn`, to those whom its own `access` admits. */
export function serveMethod<Body extends z.ZodType, Reply extends z.ZodType<Record<string, unknown>>>(
  method: DeviceMethod<Body, Reply>,
  handle: (body: z.output<Body>, sender: Sender) => Promise<z.output<Reply>>,
): ServedMethod {
  return {
    method,
    run(received, sender) {
      const parsed = method.body.safeParse(received)
      if (!parsed.success) {
        const path = parsed.error.issues[0]?.path ?? []
        throw fault('badInput', ['ReqBody', ...path.map(String)].join('.'), 'wrongForm')
      }
      return handle(parsed.data, sender)
    },
  }
}
