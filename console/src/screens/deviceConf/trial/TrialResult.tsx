import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { type detectionTrial, detectionTrialPicture } from '@vedette/contract/calls/detection-trial'
import { type ReactNode, useCallback } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { replayAddress } from '../../../app/replay-address.ts'
import { useT } from '../../../i18n/language.ts'
import { ask } from '../../../wire/send.ts'
import { Strip } from './Strip.tsx'

type Reply = ReplyOf<typeof detectionTrial>
type Found = Reply['List'][number]

interface Props {
  did: string
  channel: number
  trialId: string
  trial: Reply
}

/** What would have been raised, over the scores that decided. */
export function TrialResult({ did, channel, trialId, trial }: Props): ReactNode {
  const t = useT()
  const { List, Strip: strip, State, Quality, HasPeople } = trial
  const raised = List.filter(({ IsScheduled }) => IsScheduled)
  const isOver = State === 'done'
  return (
    <>
      {!HasPeople && <p className="conf-trouble">{t('trial.noPeople')}</p>}
      <p>
        {(raised.length > 0 || !isOver) &&
          t('trial.found', {
            count: raised.length,
            announced: raised.filter(({ IsAnnounced }) => IsAnnounced).length,
          })}
        {raised.length === 0 && isOver && t('trial.none')} · {t(`trial.${Quality}`)}
      </p>
      <Strip
        kind="motion"
        label={t('trial.motionStrip')}
        fromMs={strip.From}
        values={strip.Motion}
        found={List.filter(({ Kind }) => Kind === 'motion')}
      />
      {strip.People.some((value) => value) && (
        <Strip
          kind="human"
          label={t('trial.peopleStrip', { least: Math.round(strip.LeastPerson * 100) })}
          fromMs={strip.From}
          values={strip.People}
          least={strip.LeastPerson}
          found={List.filter(({ Kind }) => Kind === 'human')}
        />
      )}
      <ul className="trial-list">
        {List.map((found) => (
          <Card key={found.Place} found={found} did={did} channel={channel} trialId={trialId} />
        ))}
      </ul>
    </>
  )
}

function Card({ found, did, channel, trialId }: Omit<Props, 'trial'> & { found: Found }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { Kind, At, Last, IsAnnounced, IsScheduled } = found
  const kind = t(`trial.${Kind}`)
  const clock = time.clock(At)
  return (
    <li data-kind={Kind} data-raised={IsScheduled}>
      <Picture found={found} did={did} trialId={trialId} label={t('trial.picture', { kind, time: clock })} />
      <span className="trial-when">
        <b>{kind}</b> {clock}
        {Last > At && <> · {t('trial.lasted', { seconds: Math.ceil((Last - At) / 1000) })}</>}
      </span>
      {!IsScheduled && <span className="field-hint">{t('trial.outside')}</span>}
      {IsScheduled && !IsAnnounced && <span className="field-hint">{t('trial.quiet')}</span>}
      <a href={replayAddress({ dids: [{ did, channel }], at: At })}>{t('trial.toReplay')}</a>
    </li>
  )
}

interface PictureProps {
  found: Found
  did: string
  trialId: string
  label: string
}

function Picture({ found, did, trialId, label }: PictureProps): ReactNode {
  const { Place, PictureAt, Box } = found
  const { data } = useQuery({
    queryKey: [detectionTrialPicture.path, did, trialId, Place, PictureAt],
    queryFn: ({ signal }) => ask(detectionTrialPicture, { DID: did, TrialID: trialId, Place }, { signal }),
    enabled: PictureAt > 0,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const show = useCallback(
    (shown: HTMLImageElement | null) => {
      if (!shown || !data) return
      const bytes = Uint8Array.from(atob(data.Data), (letter) => letter.charCodeAt(0))
      const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
      shown.src = url
      return () => URL.revokeObjectURL(url)
    },
    [data],
  )
  const percent = (part: number): string => `${part * 100}%`
  return (
    <span className="trial-picture">
      {data && (
        <>
          <img ref={show} alt={label} />
          <span
            className="trial-box"
            style={{
              left: percent(Box.X),
              top: percent(Box.Y),
              width: percent(Box.W),
              height: percent(Box.H),
            }}
          />
        </>
      )}
    </span>
  )
}
