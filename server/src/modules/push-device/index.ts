/** Alarms for browsers that no page is open in, by the push service of the browser's maker (Web Push). */
import { createECDH, createHash } from 'node:crypto'

import {
  addPushDevice,
  getPushKey,
  MOST_PUSH_DEVICES,
  type PushMessage,
  removePushDevice,
} from '@vedette/contract/calls/push-device'
import { Refusal } from '@vedette/contract/codes'
import type { AddressOutcome } from '@vedette/devices/address'

import { outgoing } from '../../engines/outgoing.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { wallClock } from '../../engines/weekly-ranges.ts'
import { type Route, serve } from '../../http/route.ts'
import { noticeStore } from '../alarm-notice/index.ts'
import { PushSender, type SealedRequest, type SenderNeeds } from './sender.ts'
import { type PushDeviceRow, pushDeviceStore } from './store.ts'

export { PAUSE_MS } from './sender.ts'

interface Needs extends Pick<SenderNeeds, 'authority' | 'intake' | 'clock' | 'onError'> {
  storage: Storage
  secretBox: SecretBox
  /** Which addresses may be dialled. */
  check: (address: string) => Promise<AddressOutcome>
  /** Whom a push service may ask about this platform (RFC 8292, section 2.1). */
  contact: string
}

export interface PushDevices {
  routes: Route[]
  close(): Promise<void>
}

export function openPushDevices(needs: Needs): PushDevices {
  const { storage, secretBox, clock } = needs
  const store = pushDeviceStore(storage)
  const notices = noticeStore(storage)
  const keys = ownKeys(secretBox)
  const sealed = async (
    device: PushDeviceRow,
    message: PushMessage,
    ttlS: number,
  ): Promise<SealedRequest> => {
    // Few platforms send any.
    const { default: webPush } = await import('web-push')
    const auth = secretBox.open(device.auth_box, ownerOf(device)).reveal()
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth } },
      JSON.stringify(message),
      {
        TTL: ttlS,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
        vapidDetails: { subject: needs.contact, ...keys },
      },
    )
    const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    return { endpoint, headers: Object.fromEntries(texts), body }
  }
  const sender = new PushSender({
    ...needs,
    store,
    sealed,
    outgoing: outgoing(needs.check),
    rulesOf: (companyId, accountId) => notices.rules(companyId, accountId, clock.now()),
  })
  const greet = async (device: PushDeviceRow): Promise<string> => {
    const now = clock.now()
    const { time } = wallClock(now, await store.timeZone(device.company_id))
    const nothing = { CloudEid: '', Type: 'motion', DevName: '', Others: 0 } as const
    return sender.send(device, {
      ...nothing,
      Language: device.language,
      Time: now,
      Clock: time.slice(0, 5),
    })
  }
  const routes = [
    serve(getPushKey, () => Promise.resolve({ PublicKey: keys.publicKey })),

    serve(addPushDevice, async (body, { companyId, accountId, sessionId }) => {
      const id = idOf(body.Endpoint)
      if ((await store.countOthers(companyId, accountId, id)) >= MOST_PUSH_DEVICES)
        throw new Refusal('tooLarge', { Limit: MOST_PUSH_DEVICES })
      const owner = { company_id: companyId, account_id: accountId, id }
      const device: PushDeviceRow = {
        ...owner,
        session_id: sessionId,
        endpoint: body.Endpoint,
        p256dh: body.P256dh,
        auth_box: secretBox.seal(new Secret(body.Auth), ownerOf(owner)),
        language: body.Language,
        created_at: clock.now(),
      }
      const Detail = body.Test ? await greet(device) : ''
      if (Detail === '') await store.set(device)
      return { Ok: Detail === '', Detail }
    }),

    serve(removePushDevice, async ({ Endpoint }, { companyId, accountId }) => {
      await store.remove(companyId, accountId, idOf(Endpoint))
      return {}
    }),
  ]
  return { routes, close: () => sender.close() }
}

/** The platform's own P-256 pair, the same as long as its secret key is. */
function ownKeys(secretBox: SecretBox): { publicKey: string; privateKey: string } {
  const privateKey = secretBox.derivedKey('web push')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

function ownerOf({ company_id: companyId, id }: Pick<PushDeviceRow, 'company_id' | 'id'>) {
  return { companyId, did: `push ${id}` }
}
