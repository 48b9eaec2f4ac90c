/** 13352: moves a camera as long as it is told to. */
import { ptzMethod, setMsgIn } from '@vedette/contract/calls/device-message'
import { CODES, Refusal } from '@vedette/contract/codes'

import type { AuditLog } from '../../audit/index.ts'
import type { Ptz } from '../../ptz/index.ts'
import { type ServedMethod, serveMethod } from '../served.ts'

export function ptzMessage({ ptz, audit }: { ptz: Ptz; audit: Pick<AuditLog, 'begin'> }): ServedMethod {
  return serveMethod(ptzMethod, async (command, { who, did, address }) => {
    const place = { companyId: who.companyId, did, channel: command.ChannelNum }
    const isNew = ptz.take(place, who)
    // A row for each hand that takes the camera: a held key sends two commands a second.
    const end = isNew
      ? await audit.begin({ who, path: setMsgIn.path, objects: [{ kind: 'device', id: did }], address })
      : undefined
    try {
      const reply = await ptz.move(place, who, command)
      await end?.(setMsgIn.success, { method: ptzMethod.number })
      return reply
    } catch (error) {
      const code = error instanceof Refusal ? CODES[error.reason].code : CODES.internal.code
      await end?.(code, { method: ptzMethod.number })
      throw error
    }
  })
}
