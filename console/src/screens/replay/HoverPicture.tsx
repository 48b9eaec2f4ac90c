import { useQuery } from '@tanstack/react-query'
import { recordGap, recordPictureUrl, replayUrl } from '@vedette/contract/calls/record'
import { EVENT_TYPES } from '@vedette/contract/events'
import { type CSSProperties, type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { ask } from '../../wire/send.ts'
import type { EventStep } from './event-steps.ts'
import { partsOf, pictureOf, SMALL_FIRST, type TimelineLock } from './queries.ts'

const REST_MS = 60
/** Pictures are key frames, which stand seconds apart. */
const GRID_MS = 2000

const GAP_TEXTS = {
  away: 'replay.gapAway',
  disk: 'replay.gapDisk',
  platform: 'replay.gapPlatform',
  off: 'replay.gapOff',
  alarm: 'replay.gapAlarm',
  deleted: 'replay.gapDeleted',
  unknown: 'replay.gap',
} as const

interface Props {
  atMs: number
  text: string
  camera: { did: string; channel: number; name: string } | undefined
  /** What happened under the pointer. */
  event: EventStep | undefined
  /** The camera whose lane has a gap under the pointer. */
  gapOf: DeviceChannel | undefined
  /** Locks of the lane under the pointer. */
  locks: readonly TimelineLock[]
  /** Where over the timeline. */
  place: CSSProperties
}

/** The moment under the pointer, and its picture once the pointer rests. */
export function HoverPicture({ atMs, text, camera, event, gapOf, locks, place }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const rested = Number(useDebounced(String(Math.floor(atMs / GRID_MS) * GRID_MS), REST_MS))
  const isOfCamera = (key: readonly unknown[] | undefined): boolean =>
    key?.[0] === camera?.did && key?.[1] === camera?.channel
  const picture = useQuery({
    queryKey: [recordPictureUrl.path, camera?.did, camera?.channel, rested],
    queryFn: ({ signal }) =>
      camera
        ? pictureOf(camera, rested, signal).then(
            (it) => it ?? null,
            () => null,
          )
        : null,
    enabled: camera !== undefined,
    // Until it is there, the one beside it says more than nothing.
    placeholderData: (before, query) => (isOfCamera(query?.queryKey.slice(1, 3)) ? before : undefined),
    retry: false,
    staleTime: 240_000,
  })
  // Where the server has nothing to decode with, the browser paints the key frame itself.
  const [isUndecoded, setUndecoded] = useState(false)
  const keyFrame = useQuery({
    queryKey: [replayUrl.path, 'hover', camera?.did, camera?.channel, rested],
    queryFn: async ({ signal }) => {
      const range = { From: rested, To: rested + 1, Form: 'keys' as const, Speed: 1 }
      if (!camera) return null
      return partsOf(camera, SMALL_FIRST, range, signal).then(
        ([part]) => part?.Url ?? null,
        () => null,
      )
    },
    enabled: camera !== undefined && isUndecoded,
    placeholderData: (before, query) => (isOfCamera(query?.queryKey.slice(2, 4)) ? before : undefined),
    retry: false,
    staleTime: 240_000,
  })
  const gap = useQuery({
    queryKey: [recordGap.path, gapOf?.did, gapOf?.channel, rested],
    queryFn: ({ signal }) =>
      gapOf ? ask(recordGap, { DID: gapOf.did, Channel: gapOf.channel, At: rested }, { signal }) : null,
    enabled: gapOf !== undefined,
    placeholderData: (before) => before,
    retry: false,
    staleTime: 60_000,
  })
  // The picture would be that of before the gap.
  const isInGap = gapOf !== undefined && gapOf.did === camera?.did && gapOf.channel === camera.channel
  return (
    <div className="timeline-hover" style={place}>
      {picture.data && !isInGap && (
        <img src={picture.data.Url} alt="" hidden={isUndecoded} onError={() => setUndecoded(true)} />
      )}
      {isUndecoded && keyFrame.data && !isInGap && (
        <video src={keyFrame.data} muted playsInline preload="auto" />
      )}
      <p>
        <b>{text}</b> {camera && <span>{camera.name}</span>}
      </p>
      {gapOf && <p className="timeline-gap">{t(GAP_TEXTS[gap.data?.Reason ?? 'unknown'])}</p>}
      {event && (
        <p className="timeline-event" data-type={EVENT_TYPES[event.type]}>
          <b>{t(`alarms.${EVENT_TYPES[event.type] ?? 'motion'}`)}</b>
          <span>
            {event.count > 1 ? t('replay.eventsTold', { count: event.count }) : time.clock(event.atMs)}
          </span>
        </p>
      )}
      {locks.map(({ fromMs, account, reason, untilMs }) => (
        <p key={`${fromMs} ${reason}`} className="timeline-lock">
          {untilMs === null
            ? t('replay.lockTold', { account, reason })
            : t('replay.lockToldUntil', { account, reason, until: time.day(untilMs) })}
        </p>
      ))}
    </div>
  )
}
