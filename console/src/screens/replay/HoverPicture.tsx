import { useQuery } from '@tanstack/react-query'
import { recordPictureUrl, replayUrl } from '@vedette/contract/calls/record'
import { EVENT_TYPES } from '@vedette/contract/events'
import { type CSSProperties, type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import type { EventStep } from './event-steps.ts'
import { partsOf, pictureOf, SMALL_FIRST, type TimelineLock } from './queries.ts'

const REST_MS = 60
/** Pictures are key frames, which stand seconds apart. */
const GRID_MS = 2000

interface Props {
  atMs: number
  text: string
  camera: { did: string; channel: number; name: string } | undefined
  /** What happened under the pointer. */
  event: EventStep | undefined
  /** Locks of the lane under the pointer. */
  locks: readonly TimelineLock[]
  /** Where over the timeline. */
  place: CSSProperties
}

/** The moment under the pointer, and its picture once the pointer rests. */
export function HoverPicture({ atMs, text, camera, event, locks, place }: Props): ReactNode {
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
  return (
    <div className="timeline-hover" style={place}>
      {picture.data && (
        <img src={picture.data.Url} alt="" hidden={isUndecoded} onError={() => setUndecoded(true)} />
      )}
      {isUndecoded && keyFrame.data && <video src={keyFrame.data} muted playsInline preload="auto" />}
      <p>
        <b>{text}</b> {camera && <span>{camera.name}</span>}
      </p>
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
