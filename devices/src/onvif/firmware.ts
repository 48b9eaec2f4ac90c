/** New firmware by StartFirmwareUpgrade and an HTTP upload (ONVIF Core, 5.4.6). */
import type { Readable } from 'node:stream'

import { Authorizer, chooseScheme } from '@vedette/media/rtsp/auth'

import type { OnvifClient } from './client.ts'
import { OnvifFault } from './fault.ts'
import { exchange, type HttpAnswer } from './http.ts'
import { textAt } from './xml.ts'

const UPLOAD_DEADLINE_MS = 10 * 60_000
const MAX_ANSWER_BYTES = 64 * 1024

export interface Firmware {
  bytes: number
  /** Opens the file anew: an upload may have to begin again with credentials. */
  open: () => Readable
}

export interface StartedUpgrade {
  /** How long the device says that it will be away, as an ISO 8601 duration; empty where it does not say. */
  expectedDownTime: string
}

/** Hands the device its new firmware; it installs it and restarts by itself. Throws OnvifFault. */
export async function upgradeFirmware(client: OnvifClient, firmware: Firmware): Promise<StartedUpgrade> {
  const started = await client.call('device', 'StartFirmwareUpgrade')
  const place = client.placeOf(textAt(started, 'UploadUri'))
  const send = (authorization?: string): Promise<HttpAnswer> =>
    exchange(place, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(firmware.bytes),
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: firmware.open(),
      deadlineMs: UPLOAD_DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
  let answer = await send()
  if (answer.status === 401) {
    const { username, password, tls, url } = client.target
    const choice = chooseScheme(answer.challenges, tls === 'verify' && url.startsWith('https:'))
    if (!choice.ok || username === '')
      throw new OnvifFault('credentials', 'The device refuses the user name or password')
    const path = `${place.url.pathname}${place.url.search}`
    answer = await send(new Authorizer(choice.scheme, { username, password }).authorization('POST', path))
  }
  if (answer.status === 401 || answer.status === 403)
    throw new OnvifFault('credentials', 'The device refuses the user name or password')
  if (answer.status >= 400)
    throw new OnvifFault('refused', `The device refuses the firmware (HTTP status ${answer.status})`)
  return { expectedDownTime: textAt(started, 'ExpectedDownTime') }
}
