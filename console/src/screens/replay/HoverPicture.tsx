import { useQuery } from '@tanstack/react-query'
import { recordGaps } from '@vedette/contract/calls/record'
import { EVENT_TYPES } from '@vedette/contract/events'
import type { CSSProperties, ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { ask } from '../../wire/send.ts'
import type { EventStep } from './event-steps.ts'
import type { Lock } from '../../ui/lock.ts'
import { useScrubbed } from './scrubbed.ts'

const GAP_TEXTS = {
  away: 'replay.gapAway',
  disk: 'replay.gapDisk',
  platform: 'replay.gapPlatform',
  off: 'replay.gapOff',
  alarm: 'replay.gapAlarm',
  deleted: 'replay.gapDeleted',
  unknown: 'replay.gap',
} as const

/** A moment of a gap that stands for all of it. */
export interface GapMoment extends DeviceChannel {
  atMs: number
}

interface Props {
  atMs: number
  /** How long a pixel of the timeline is, ms. */
  perPxMs: number
  text: string
  camera: { did: string; channel: number; name: string } | undefined
  /** What happened under the pointer. */
  event: EventStep | undefined
  /** The camera whose lane has a gap under the pointer. */
  gapOf: GapMoment | undefined
  /** Locks of the lane under the pointer. */
  locks: readonly Lock[]
  /** Where over the timeline. */
  place: CSSProperties
}

/** The moment under the pointer, and its picture: the newest that there is while the pointer moves. */
export function HoverPicture({ atMs, perPxMs, text, camera, event, gapOf, locks, place }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  // The picture would be that of before the gap.
  const isInGap = gapOf !== undefined && gapOf.did === camera?.did && gapOf.channel === camera.channel
  const picture = useScrubbed(isInGap ? undefined : camera, atMs, perPxMs)
  const gap = useQuery({
    queryKey: [recordGaps.path, gapOf?.did, gapOf?.channel, gapOf?.atMs],
    queryFn: ({ signal }) =>
      gapOf
        ? ask(recordGaps, { DID: gapOf.did, Channel: gapOf.channel, At: [gapOf.atMs] }, { signal })
        : null,
    enabled: gapOf !== undefined,
    retry: false,
    staleTime: 60_000,
  })
  return (
    <div className="timeline-hover" style={place} data-at={Math.floor(atMs)}>
      {picture?.kind === 'picture' && <img src={picture.url} alt="" data-at={picture.atMs} />}
      {picture?.kind === 'keyFrame' && (
        <video src={picture.url} data-at={picture.atMs} muted playsInline preload="auto" />
      )}
      <p>
        <b>{text}</b> {camera && <span>{camera.name}</span>}
      </p>
      {gapOf && <p className="timeline-gap">{t(GAP_TEXTS[gap.data?.Reasons[0] ?? 'unknown'])}</p>}
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
