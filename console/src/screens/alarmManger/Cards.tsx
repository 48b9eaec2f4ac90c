import type { EventItem } from '@vedette/contract/calls/event'
import { type ReactNode, useEffect, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { AlarmClip } from '../../app/alarms/AlarmClip.tsx'
import { sourceOf, stateWordOf, typeWordOf } from '../../app/alarms/event-words.ts'
import { useT } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { requestBase } from '../../wire/settings.ts'

/** A pointer that only passes by starts nothing. */
const REST_MS = 400

interface Props {
  alarms: readonly EventItem[]
  selected: ReadonlySet<string>
  onToggle: (id: string, isRange: boolean) => void
  onOpen: (id: string) => void
}

export function Cards({ alarms, ...of }: Props): ReactNode {
  const t = useT()
  return (
    <ul className="alarm-cards" aria-label={t('alarms.list')}>
      {alarms.map((alarm) => (
        <Card key={alarm.CloudEid} alarm={alarm} {...of} />
      ))}
    </ul>
  )
}

function Card({
  alarm,
  selected,
  onToggle,
  onOpen,
}: Omit<Props, 'alarms'> & { alarm: EventItem }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { CloudEid: id, Type, Reviewed, State } = alarm
  const [isOver, setIsOver] = useState(false)
  const rests = useRests(isOver)
  const name = sourceOf(t, alarm)
  const text = { type: t(typeWordOf(Type)), name, time: time.since(alarm.Time) }
  return (
    <li
      className="alarm-card"
      data-eid={id}
      data-chosen={selected.has(id)}
      data-reviewed={Reviewed}
      onPointerEnter={({ pointerType }) => setIsOver(pointerType === 'mouse')}
      onPointerLeave={() => setIsOver(false)}
    >
      <button
        type="button"
        className="alarm-card-open"
        aria-label={t('alarms.open', text)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) onToggle(id, event.shiftKey)
          else onOpen(id)
        }}
      >
        <Thumb alarm={alarm} />
        {rests && (
          <AlarmClip moment={{ did: alarm.DID, channel: alarm.channelNum, time: alarm.Time }} isPreview />
        )}
      </button>
      <div className="alarm-card-text">
        <Checkbox
          isBare
          label={t('alarms.select', text)}
          state={selected.has(id) ? 'checked' : 'none'}
          onCheck={(_isChecked, isRange) => onToggle(id, isRange)}
        />
        <b>{text.type}</b>
        <span className="alarm-card-time">{text.time}</span>
        <span
          className="alarm-dot"
          role="img"
          aria-label={Reviewed ? t('alarms.isReviewed') : t('alarms.notReviewed')}
        />
        <span className="alarm-card-name">
          {name}
          {State !== 'new' && (
            <span className="alarm-mark" data-state={State}>
              {t(stateWordOf(State))}
              {State === 'claimed' && ` · ${alarm.StateBy}`}
            </span>
          )}
        </span>
      </div>
    </li>
  )
}

function useRests(isOver: boolean): boolean {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => setRests(true), REST_MS)
    return () => {
      clearTimeout(timer)
      setRests(false)
    }
  }, [isOver])
  return rests
}

/** The small picture with what was detected outlined, or a word that there is none; the button around it has its own name. */
export function Thumb({ alarm }: { alarm: EventItem }): ReactNode {
  const t = useT()
  const [failed, setFailed] = useState('')
  const { Url, Box } = alarm
  if (Url === '') return <span className="alarm-none" data-word={t('alarms.noPicture')} />
  if (failed === Url) return <span className="alarm-none" data-word={t('alarms.pictureFailed')} />
  const percent = (part: number): string => `${part * 100}%`
  return (
    <span className="alarm-thumb">
      <img src={requestBase + Url} alt="" loading="lazy" decoding="async" onError={() => setFailed(Url)} />
      {Box && (
        <span
          className="alarm-box"
          data-type={alarm.Type}
          style={{ left: percent(Box.X), top: percent(Box.Y), width: percent(Box.W), height: percent(Box.H) }}
        />
      )}
    </span>
  )
}
