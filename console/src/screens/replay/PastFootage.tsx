import './exports.css'

import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { pastRecordings } from '@vedette/contract/calls/past-recordings'
import { MAX_RANGE_MS } from '@vedette/contract/calls/replay'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { send } from '../../wire/send.ts'
import { lengthText } from './length-text.ts'
import { MoreBelow } from './MoreBelow.tsx'
import { type PastStretch, PastPlayer } from './PastPlayer.tsx'

const PAGE_SIZE = 50

type Former = ReplyOf<typeof pastRecordings>['List'][number]

/** Recordings of devices that the company has no more, for its administrators: each stretch is looked at in a window, and downloaded there. */
export function PastFootage({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const [shown, setShown] = useState<PastStretch | undefined>()
  const { data, isError, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [pastRecordings.path],
    queryFn: ({ pageParam, signal }) =>
      send(pastRecordings, { Page: pageParam, PageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ Total }, _, page) => (page * PAGE_SIZE < Total ? page + 1 : undefined),
  })
  const listed = data?.pages.flatMap(({ List }) => List)
  return (
    <Dialog kind="drawer" title={t('replay.former')} onClose={onClose}>
      {() => (
        <div className="exports">
          {!listed && <NotYet isFailed={isError} onRetry={() => void refetch()} shape="rows" count={3} />}
          {listed?.length === 0 && (
            <EmptyState title={t('replay.noFormer')} text={t('replay.noFormerText')} drawing="footage" />
          )}
          <ul>
            {listed?.map((it) => (
              <FormerDevice
                key={`${it.Device}~${it.Channel}~${it.Quality}`}
                device={it}
                onShow={(fromMs, toMs) => setShown({ ...it, fromMs, toMs })}
              />
            ))}
          </ul>
          {hasNextPage && <MoreBelow isFetching={isFetching} onMore={() => void fetchNextPage()} />}
          {shown && <PastPlayer stretch={shown} onClose={() => setShown(undefined)} />}
        </div>
      )}
    </Dialog>
  )
}

interface FormerProps {
  device: Former
  onShow: (fromMs: number, toMs: number) => void
}

function FormerDevice({ device, onShow }: FormerProps): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { Device, Quality, Days, Spans } = device
  return (
    <li className="exports-entry" data-device-gone={Device}>
      <b>{Device}</b>
      <span>
        {t(Quality === 'main' ? 'recording.main' : 'recording.sub')} ·{' '}
        {t('replay.formerKept', { count: Days })}
      </span>
      {stretchesOf(Spans).map(({ fromMs, toMs }) => (
        <button
          key={fromMs}
          type="button"
          className="button exports-part"
          onClick={() => onShow(fromMs, toMs)}
        >
          {time.day(fromMs)} {time.clock(fromMs)} · {lengthText(toMs - fromMs)}
        </button>
      ))}
    </li>
  )
}

/** One address has a day at most. */
function stretchesOf(spans: readonly number[]): { fromMs: number; toMs: number }[] {
  const stretches = []
  for (let i = 0; i + 1 < spans.length; i += 2)
    for (let fromMs = spans[i] ?? 0; fromMs < (spans[i + 1] ?? 0); fromMs += MAX_RANGE_MS)
      stretches.push({ fromMs, toMs: Math.min(fromMs + MAX_RANGE_MS, spans[i + 1] ?? 0) })
  return stretches
}
