import type { AlarmSettings } from '@vedette/contract/alarm-settings'
import type { ReplyOf } from '@vedette/contract/call'
import {
  type ConfigOutcome,
  type ConfigPart,
  type Detection,
  type DeviceConfig,
  type DeviceTrouble,
  type getDeviceCloudConfig,
} from '@vedette/contract/calls/device-config'
import { Refusal } from '@vedette/contract/codes'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { type OnvifReason, outcomeOf } from '@vedette/devices/onvif/fault'

import type { Clock } from '../../engines/clock.ts'
import type { ChannelRef } from '../../video/channel.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { Vision } from '../vision/index.ts'
import { readMotion, seenAlarm } from './alarm.ts'
import type { InOrder } from './in-order.ts'
import { NOTHING_READ, profilesFor, readConfig } from './read.ts'
import type { DeviceConfigStore, KeptChange } from './store.ts'
import { writeConfig } from './write.ts'

export interface ConfigNeeds {
  store: DeviceConfigStore
  clock: Clock
  openOnvif: OpenOnvif
  vision: Pick<Vision, 'means' | 'lookOf' | 'seenOf' | 'refresh'>
  /** Runs one device's changes in order, so that the last wish stays. */
  inOrder: InOrder
}

/** A console waits for 10 s. */
const LIMITS = { deadlineMs: 4000, totalMs: 8500 }

const TROUBLES = {
  unreachable: 'unreachable',
  certificate: 'certificate',
  credentials: 'credentials',
  notSupported: 'noService',
  refused: 'refused',
  protocol: 'unreachable',
} as const satisfies Record<OnvifReason, DeviceTrouble>

export const NOTHING_DONE: ConfigOutcome = { Written: [], Pending: [], Refused: [], Trouble: 'none' }

type SeenAlarm = ReplyOf<typeof getDeviceCloudConfig>
type Talked<T> = { value: T } | { trouble: DeviceTrouble }

/** Opens a conversation with the device and works with it. */
async function talk<T>(
  companyId: string,
  did: string,
  { openOnvif }: ConfigNeeds,
  work: (client: OnvifClient) => Promise<T>,
): Promise<Talked<T>> {
  const client = await openOnvif(companyId, did, LIMITS).catch((error: unknown) => {
    // Its address may not be dialled any more, which for its settings is the same as no answer.
    if (error instanceof Refusal) return 'closed' as const
    throw error
  })
  if (client === 'closed') return { trouble: 'unreachable' }
  if (!client) return { trouble: 'noService' }
  const outcome = await outcomeOf(client.open().then(() => work(client)))
  return outcome.ok ? { value: outcome.value } : { trouble: TROUBLES[outcome.reason] }
}

/** What the device is set to now, and what waits for it. */
export async function configOf(
  companyId: string,
  place: ChannelRef,
  needs: ConfigNeeds,
): Promise<DeviceConfig> {
  const { did, channel } = place
  const [talked, pending] = await Promise.all([
    talk(companyId, did, needs, (client) => readConfig(client, channel)),
    needs.store.pending(companyId, did),
  ])
  const waiting = pending.find((it) => it.channel === channel)
  const Pending = waiting ? partsOf(waiting.change) : []
  return 'value' in talked
    ? { Trouble: 'none', ...talked.value, Pending }
    : { Trouble: talked.trouble, ...NOTHING_READ, Pending }
}

/** The settings of alarms: what the device does itself as it says just now, the rest as it is kept. */
export async function alarmOf(companyId: string, place: ChannelRef, needs: ConfigNeeds): Promise<SeenAlarm> {
  const { store } = needs
  const [talked, pending, kept, detection, HasPTZ] = await Promise.all([
    talk(companyId, place.did, needs, async (client) =>
      readMotion(client, await profilesFor(client, place.channel)),
    ),
    store.pending(companyId, place.did),
    store.alarm(companyId, place),
    detectionOf(companyId, place, needs),
    store.hasPtz(companyId, place.did),
  ])
  const IsPending = pending.some(({ channel, change }) => channel === place.channel && change.Alarm === true)
  const motion = 'value' in talked ? talked.value : undefined
  return {
    ...seenAlarm(kept, motion, IsPending, {
      motion: detection.Decoder !== '',
      human: detection.Decoder !== '' && detection.People !== '',
      turns: HasPTZ,
    }),
    Trouble: 'value' in talked ? 'none' : talked.trouble,
    IsPending,
    Detection: { ...detection, IsOwnMotion: motion !== undefined, HasPTZ },
  }
}

async function detectionOf(
  companyId: string,
  place: ChannelRef,
  { vision }: ConfigNeeds,
): Promise<Omit<Detection, 'IsOwnMotion' | 'HasPTZ'>> {
  const { decoder, decoderDetail, detector, detectorDetail } = await vision.means()
  const look = vision.lookOf({ companyId, ...place })
  return {
    Decoder: decoder,
    People: detector,
    Detail: decoderDetail || detectorDetail || (look?.fault ?? ''),
    LooksPerSecond: look?.looksPerSecond ?? null,
    IsResting: look?.isResting ?? false,
  }
}

/** Keeps settings of alarms and writes to the device what it can do of them itself. */
export async function changeAlarm(
  companyId: string,
  place: ChannelRef,
  alarm: AlarmSettings,
  needs: ConfigNeeds,
): Promise<ConfigOutcome> {
  await needs.store.setAlarm(companyId, [place], alarm, needs.clock.now())
  return changeConfig(companyId, place, { Alarm: true }, needs)
}

/** Sets a device, or keeps what it is to be set to until it can be reached. */
export function changeConfig(
  companyId: string,
  place: ChannelRef,
  change: KeptChange,
  needs: ConfigNeeds,
): Promise<ConfigOutcome> {
  return needs.inOrder.take(`${companyId} ${place.did}`, async () => {
    try {
      return await changeNow(companyId, place, change, needs)
    } finally {
      // The platform looks as the settings say now, whatever the device made of them.
      if (change.Alarm ?? Object.keys(change).length === 0) await needs.vision.refresh(companyId, [place.did])
    }
  })
}

async function changeNow(
  companyId: string,
  place: ChannelRef,
  change: KeptChange,
  needs: ConfigNeeds,
): Promise<ConfigOutcome> {
  const { store, clock } = needs
  const before = (await store.pending(companyId, place.did)).find((it) => it.channel === place.channel)
  const wanted = before ? merged(before.change, change) : change
  const parts = partsOf(wanted)
  if (parts.length === 0) return NOTHING_DONE
  const alarm = wanted.Alarm ? await store.alarm(companyId, place) : undefined
  const done = await talk(companyId, place.did, needs, (client) =>
    writeConfig(client, place.channel, wanted, alarm),
  )
  if ('value' in done) {
    const { written, refused } = done.value
    if (alarm && !refused.includes('alarm'))
      await store.setOwnMotion(companyId, place, written.includes('alarm'))
    // The other parts stay as the device has them; of alarms the platform has settings that the device is to have.
    const left: KeptChange = refused.includes('alarm') ? { Alarm: true } : {}
    if (before || left.Alarm) await store.setPending(companyId, place, left, clock.now())
    return {
      Written: written,
      Refused: refused,
      Pending: partsOf(left),
      Trouble: refused.length > 0 ? 'refused' : 'none',
    }
  }
  const { trouble } = done
  if (trouble === 'noService') {
    if (alarm) await store.setOwnMotion(companyId, place, false)
    // It never had any of it to do, so nothing waits; settings of alarms are the platform's alone then.
    const Refused = parts.filter((part) => part !== 'alarm')
    return { ...NOTHING_DONE, Refused, Trouble: trouble }
  }
  await store.setPending(companyId, place, wanted, clock.now())
  return { Written: [], Refused: [], Pending: parts, Trouble: trouble }
}

export function partsOf({ Name, Picture, Streams, Audio, Clock: time, Alarm }: KeptChange): ConfigPart[] {
  const parts: ConfigPart[] = []
  if (Name !== undefined) parts.push('name')
  if (Picture) parts.push('picture')
  if (Streams) parts.push('streams')
  if (Audio) parts.push('audio')
  if (time) parts.push('time')
  if (Alarm) parts.push('alarm')
  return parts
}

/** The later wish wins where both have one. */
function merged(before: KeptChange, later: KeptChange): KeptChange {
  const streams = [...(before.Streams ?? []), ...(later.Streams ?? [])]
  const byQuality = (['main', 'sub'] as const).flatMap((quality) => {
    const of = streams.filter(({ Quality }) => Quality === quality)
    return of.length > 0 ? [Object.assign({ Quality: quality }, ...of)] : []
  })
  return {
    Name: later.Name ?? before.Name,
    Picture: before.Picture || later.Picture ? { ...before.Picture, ...later.Picture } : undefined,
    Streams: byQuality.length > 0 ? byQuality : undefined,
    Audio: before.Audio || later.Audio ? { ...before.Audio, ...later.Audio } : undefined,
    Clock: before.Clock || later.Clock ? { ...before.Clock, ...later.Clock } : undefined,
    Alarm: later.Alarm ?? before.Alarm,
  }
}
