import { useQuery } from '@tanstack/react-query'
import { replayUrl } from '@vedette/contract/calls/replay'
import type { Quality } from '@vedette/contract/live-message'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { requestBase } from '../../wire/settings.ts'

/** Before the alarm, so that one sees how it came about. */
const BEFORE_MS = 2000
const LONGEST_MS = 10_000
const QUALITIES: readonly Quality[] = ['sub', 'main']
/** Its address is good for five minutes. */
const GOOD_MS = 240_000
/** Footage of a new alarm may not be on the disk yet: it is asked for again until it must be. */
const AGAIN_MS = 2000
const SURELY_KEPT_MS = 30_000

interface AlarmMoment {
  did: string
  channel: number
  time: number
}

interface Props {
  moment: AlarmMoment
  /** One that is only looked at in passing has no controls and says nothing where there is none. */
  isPreview?: boolean
}

/** What was recorded around the alarm. */
export function AlarmClip({ moment, isPreview = false }: Props): ReactNode {
  const t = useT()
  const { did, channel, time } = moment
  const { data = 'notYet', isError } = useQuery({
    queryKey: [replayUrl.path, 'alarm', did, channel, time],
    queryFn: ({ signal }) => clipOf(moment, signal),
    retry: false,
    staleTime: GOOD_MS,
    refetchInterval: ({ state }) => state.data === 'notYet' && AGAIN_MS,
  })
  if (typeof data === 'object')
    return (
      <video
        className="alarm-clip"
        aria-label={t('alarms.clip')}
        src={requestBase + data.url}
        autoPlay
        muted
        loop
        playsInline
        controls={!isPreview}
      />
    )
  if (isPreview) return null
  const isAwaited = data === 'notYet' && !isError
  return (
    <div className="alarm-frame" aria-busy={isAwaited}>
      <span className="alarm-wait">{t(isAwaited ? 'alarms.clipLoading' : 'alarms.noClip')}</span>
    </div>
  )
}

/** `none`: nothing is recorded, or it may not be seen. */
type Clip = { url: string } | 'notYet' | 'none'

async function clipOf({ did, channel, time }: AlarmMoment, signal: AbortSignal): Promise<Clip> {
  const range = { From: time - BEFORE_MS, To: time - BEFORE_MS + LONGEST_MS, Form: 'file' as const }
  for (const Quality of QUALITIES) {
    try {
      const { Parts } = await ask(replayUrl, { DID: did, Channel: channel, Quality, ...range }, { signal })
      if (Parts[0]) return { url: Parts[0].Url }
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
    }
  }
  return serverNow() < time + SURELY_KEPT_MS ? 'notYet' : 'none'
}
