/** New firmware by StartFirmwareUpgrade and an HTTP upload (ONVIF Core, 5.4.6). */
import type { Readable } from 'node:stream'

import type { OnvifClient } from './client.ts'
import { OnvifFault } from './fault.ts'
import { exchangeAs } from './login.ts'
import { textAt } from './xml.ts'

const UPLOAD_DEADLINE_MS = 10 * 60_000
const LONGEST_DELAY_MS = 5 * 60_000
const MAX_ANSWER_BYTES = 64 * 1024

export interface Firmware {
  bytes: number
  /** Opens the file anew: an upload may have to begin again with credentials. */
  open: () => Readable
  /** Lets a time pass that the device asks for before the upload. */
  wait: (ms: number) => Promise<unknown>
}

export interface StartedUpgrade {
  /** How long the device says that it will be away, as an ISO 8601 duration; empty where it does not say. */
  expectedDownTime: string
}

/** Hands the device its new firmware; it installs it and restarts by itself. Throws OnvifFault. */
export async function upgradeFirmware(client: OnvifClient, firmware: Firmware): Promise<StartedUpgrade> {
  const started = await client.call('device', 'StartFirmwareUpgrade')
  const delayMs = durationMs(textAt(started, 'UploadDelay'))
  if (delayMs > 0) await firmware.wait(Math.min(delayMs, LONGEST_DELAY_MS))
  const place = client.placeOf(textAt(started, 'UploadUri'))
  const answer = await exchangeAs(client.target, place, () => ({
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(firmware.bytes) },
    body: firmware.open(),
    deadlineMs: UPLOAD_DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
  }))
  if (answer.status >= 400)
    throw new OnvifFault('refused', `The device refuses the firmware (HTTP status ${answer.status})`)
  return { expectedDownTime: textAt(started, 'ExpectedDownTime') }
}

/** An ISO 8601 duration in ms; 0 where it is none. */
function durationMs(text: string): number {
  const said = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text)
  const [hours = 0, minutes = 0, seconds = 0] = said?.slice(1).map((part) => Number(part ?? 0)) ?? []
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
