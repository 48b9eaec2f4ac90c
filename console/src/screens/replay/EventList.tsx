import './event-list.css'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type EventItem, getEventListV2 } from '@vedette/contract/calls/event'
import { EVENT_TYPES } from '@vedette/contract/events'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { IconClose } from '../../ui/control-icons.tsx'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { ask } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { requestBase } from '../../wire/settings.ts'
import { listedRange } from './event-steps.ts'
import { MoreBelow } from './MoreBelow.tsx'
import { camerasOf } from './queries.ts'
import { EVENT_TOKENS } from './timeline-colours.ts'
import type { TimelineView } from './timeline-view.ts'

const PAGE_SIZE = 50
const NEWEST_EVERY_MS = 10_000
/** Addresses of pictures are good for five minutes. */
const AGAIN_MS = 240_000

interface Props {
  keys: readonly string[]
  view: TimelineView
  hidden: ReadonlySet<number>
  /** The moment that is looked at. */
  atMs: number
  nameOf: (camera: DeviceChannel) => string
  onOpen: (camera: DeviceChannel, atMs: number) => void
  onClose: () => void
}

/** The events of the shown cameras in the time that the timeline shows, the latest first. */
export function EventList({ keys, view, hidden, atMs, nameOf, onOpen, onClose }: Props): ReactNode {
  const t = useT()
  const { events, isLoading, isFailed, again, isFetching, hasMore, more } = useListedEvents(
    keys,
    view,
    hidden,
  )
  return (
    <aside className="event-list" aria-label={t('replay.events')}>
      <header>
        <h2>{t('replay.events')}</h2>
        <button type="button" className="icon-button" aria-label={t('app.close')} onClick={onClose}>
          <IconClose />
        </button>
      </header>
      {isLoading && <Skeleton shape="rows" />}
      {isFailed && <LoadFailed onRetry={again} />}
      {events.length === 0 && !hasMore && !isLoading && !isFailed && (
        <p className="replay-note">{t('replay.noEvents')}</p>
      )}
      <ul>
        {events.map((it) => (
          <ListedEvent
            key={it.CloudEid}
            event={it}
            name={nameOf(cameraOf(it))}
            atMs={atMs}
            onOpen={() => onOpen(cameraOf(it), it.Time)}
          />
        ))}
        {hasMore && (
          <li>
            <MoreBelow isFetching={isFetching} onMore={more} />
          </li>
        )}
      </ul>
    </aside>
  )
}

function ListedEvent({
  event,
  name,
  atMs,
  onOpen,
}: {
  event: EventItem
  name: string
  atMs: number
  onOpen: () => void
}): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { Type, Time, Url } = event
  // Each answer signs its addresses anew: a picture that is there is not fetched again.
  const [address, setAddress] = useState(Url)
  return (
    <li>
      <button type="button" aria-current={Math.abs(atMs - Time) < 500} onClick={onOpen}>
        <span className="event-list-picture" style={{ borderColor: `var(${EVENT_TOKENS[Type]})` }}>
          {(address || Url) && (
            <img src={requestBase + (address || Url)} alt="" loading="lazy" onError={() => setAddress(Url)} />
          )}
        </span>
        <b>{t(`alarms.${EVENT_TYPES[Type] ?? 'motion'}`)}</b>
        <span>{name}</span>
        <time>{time.since(Time, atMs)}</time>
      </button>
    </li>
  )
}

const cameraOf = ({ DID, channelNum }: EventItem): DeviceChannel => ({ did: DID, channel: channelNum })

function useListedEvents(keys: readonly string[], view: TimelineView, hidden: ReadonlySet<number>) {
  const range = listedRange(view)
  const Types = EVENT_TYPES.map((_, type) => type).filter((type) => !hidden.has(type))
  const DIDs = [...new Set(camerasOf(keys).map(({ DID }) => DID))]
  const { data, isLoading, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [getEventListV2.path, 'replay', DIDs, range, Types],
    queryFn: ({ pageParam, signal }) =>
      ask(
        getEventListV2,
        { DIDs, ...range, Types, PageSize: PAGE_SIZE, ...(pageParam === '' ? {} : { Before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ List }) => (List.length < PAGE_SIZE ? undefined : List.at(-1)?.CloudEid),
    enabled: DIDs.length > 0 && Types.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: range.To >= serverNow() ? NEWEST_EVERY_MS : AGAIN_MS,
  })
  const isAny = keys.length > 0 && Types.length > 0
  const listed = isAny ? (data?.pages.flatMap(({ List }) => List) ?? []) : []
  const events = listed.filter(
    (it) =>
      keys.includes(deviceToText(cameraOf(it))) &&
      !hidden.has(it.Type) &&
      it.Time >= view.fromMs &&
      it.Time < view.toMs,
  )
  return {
    events,
    isLoading,
    isFailed: isAny && isError && !data,
    again: () => void refetch(),
    isFetching,
    hasMore: isAny && hasNextPage,
    more: () => void fetchNextPage(),
  }
}
