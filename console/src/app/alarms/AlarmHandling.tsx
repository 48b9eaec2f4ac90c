import type { AlarmState } from '@vedette/contract/events'
import { type ReactNode, type Ref, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { useCompanyTime } from '../company-time.ts'
import { stateWordOf } from './event-words.ts'

export interface Handling {
  state: AlarmState
  by: string
  time: number | null
  note: string
  set: (state: AlarmState, note: string) => void
}

/** What is done about an alarm, and the key that does it. */
export const ACTIONS = [
  { state: 'claimed', key: 'c', label: 'alarms.claim' },
  { state: 'resolved', key: 'r', label: 'alarms.resolve' },
  { state: 'false', key: 'f', label: 'alarms.callFalse' },
  { state: 'new', key: 'u', label: 'alarms.reopen' },
] as const

interface Props {
  handling: Handling
  noteField: Ref<HTMLTextAreaElement>
}

/** Who does what about the alarm. */
export function AlarmHandling({ handling, noteField }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [note, setNote] = useState(handling.note)
  const { state, by } = handling
  return (
    <section className="alarm-handling" aria-label={t('alarms.handling')}>
      <p role="status" className="alarm-state" data-state={state}>
        <b>{t(stateWordOf(state))}</b>
        {by !== '' && handling.time !== null && (
          <span>{t('alarms.stateBy', { name: by, time: time.since(handling.time) })}</span>
        )}
      </p>
      <label className="field">
        <span className="field-label">{t('alarms.note')}</span>
        <textarea
          ref={noteField}
          className="input"
          rows={2}
          maxLength={500}
          value={note}
          aria-keyshortcuts="n"
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      <div className="alarm-actions">
        {ACTIONS.filter((action) => action.state !== state || note !== handling.note).map((action) => (
          <button
            key={action.state}
            type="button"
            className={
              action.state === 'resolved' && state !== 'resolved' ? 'button button-primary' : 'button'
            }
            aria-keyshortcuts={action.key}
            onClick={() => handling.set(action.state, note)}
          >
            {action.state === state ? t('alarms.saveNote') : t(action.label)}
            <kbd>{action.key.toUpperCase()}</kbd>
          </button>
        ))}
      </div>
    </section>
  )
}
