import './exports.css'

import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { pastRecordings, pastReplayUrl } from '@vedette/contract/calls/past-recordings'
import { MAX_RANGE_MS } from '@vedette/contract/calls/record'
import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { lengthText } from './length-text.ts'

const MOST = 200

type Former = ReplyOf<typeof pastRecordings>['List'][number]

/** Recordings of devices that the company has no more, for its administrators: each stretch as a download. */
export function PastFootage({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const { data, isError } = useQuery({
    queryKey: [pastRecordings.path],
    queryFn: ({ signal }) => send(pastRecordings, { Page: 1, PageSize: MOST }, { signal }),
  })
  return (
    <Dialog kind="drawer" title={t('replay.former')} onClose={onClose}>
      {() => (
        <div className="exports">
          {!data && <p>{t(isError ? 'ui.loadFailed' : 'ui.loading')}</p>}
          {data?.List.length === 0 && (
            <EmptyState title={t('replay.noFormer')} text={t('replay.noFormerText')} />
          )}
          <ul>
            {data?.List.map((it) => (
              <FormerDevice key={`${it.Device}~${it.Channel}~${it.Quality}`} device={it} />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}

function FormerDevice({ device }: { device: Former }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { Device, Channel, Quality, Days, Spans } = device
  return (
    <li className="exports-entry">
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
          onClick={() => void download({ Device, Channel, Quality }, fromMs, toMs)}
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

function download(
  stream: Pick<Former, 'Device' | 'Channel' | 'Quality'>,
  From: number,
  To: number,
): Promise<boolean> {
  return succeeds(async () => {
    const { Parts } = await send(pastReplayUrl, { ...stream, From, To, Form: 'file' })
    for (const { Url } of Parts) {
      const link = document.createElement('a')
      link.href = Url
      link.download = ''
      link.click()
    }
  })
}
