import './alarms.css'
import './alarm-viewer.css'

import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { saveSnapshot } from '../../player/save-snapshot.ts'
import { Choice } from '../../ui/Choice.tsx'
import { IconLeft, IconRight } from '../../ui/control-icons.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { useCompanyTime } from '../company-time.ts'
import { replayAddress } from '../replay-address.ts'
import { useCan } from '../session.ts'
import { AlarmClip } from './AlarmClip.tsx'
import { AlarmHandling, ACTIONS, type Handling } from './AlarmHandling.tsx'
import { AlarmPicture } from './AlarmPicture.tsx'
import { useCloudPicture, VIEWER_PICTURE_DELAY_MS } from './cloud-picture.ts'
import type { ViewedAlarm } from './viewed-alarm.ts'

const SAVING = 'save picture'

interface Props {
  alarm: ViewedAlarm
  /** Goes through a list. */
  step?: { hasPrevious: boolean; hasNext: boolean; by: (by: -1 | 1) => void } | undefined
  /** Undefined where nothing is to be done about it. */
  handling?: Handling | undefined
  /** Undefined where the person may not. */
  onDelete?: (() => void) | undefined
  onClose: () => void
}

/** Device name, alarm type, alarm time, the snapshot and its preview list (section 2). */
export function AlarmViewer({ alarm, step: stepOf, handling, onDelete, onClose }: Props): ReactNode {
  const t = useT()
  const viewer = useRef<HTMLDivElement>(null)
  const lastStep = useRef<-1 | 1>(1)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const step = stepOf && {
    ...stepOf,
    by: (by: -1 | 1) => {
      lastStep.current = by
      stepOf.by(by)
    },
  }
  useEffect(() => {
    // What had the focus was the last alarm's and is gone: the keys would go nowhere.
    if (document.activeElement !== document.body) return
    const button = lastStep.current === 1 ? '.alarm-next' : '.alarm-previous'
    viewer.current?.querySelector<HTMLElement>(button)?.focus()
  }, [alarm.eid])
  const keys = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    if ((key === 'ArrowLeft' || key === 'k') && step?.hasPrevious) step.by(-1)
    if ((key === 'ArrowRight' || key === 'j') && step?.hasNext) step.by(1)
    if (key === 'Delete') onDelete?.()
    const action = ACTIONS.find((it) => it.key === key)
    if (action && handling) handling.set(action.state, noteField.current?.value ?? handling.note)
    if (key === 'n' && noteField.current) {
      event.preventDefault()
      noteField.current.focus()
    }
  }
  return (
    <Dialog
      title={t('alarms.alarm', { type: t(alarm.word), name: alarm.name })}
      kind="wide"
      onClose={onClose}
    >
      {() => (
        <div ref={viewer} className="alarm-viewer" onKeyDown={keys}>
          <Viewed
            key={alarm.eid}
            alarm={alarm}
            step={step}
            handling={handling}
            noteField={noteField}
            onDelete={onDelete}
          />
        </div>
      )}
    </Dialog>
  )
}

type ViewedProps = Omit<Props, 'onClose'> & { noteField: Ref<HTMLTextAreaElement> }

function Viewed({ alarm, step, handling, noteField, onDelete }: ViewedProps): ReactNode {
  const t = useT()
  const canReplay = useCan('replay')
  // Reading 57: whom the server lets keep a picture.
  const maySave = [canReplay, useCan('alarmManger'), useCan('realTimeVideo', 'videoScreenshot')].includes(
    true,
  )
  const [isClip, setIsClip] = useState(false)
  const time = useCompanyTime()
  const [at, setAt] = useState(0)
  const { did, eid, channel, name, word } = alarm
  // An alarm of the platform's own, such as of its disk, has no recording.
  const isOfDevice = did !== ''
  const { picture, retry } = useCloudPicture(
    { did, eid, channel, date: time.day(alarm.time) },
    { delayMs: VIEWER_PICTURE_DELAY_MS, awaited: alarm.awaited },
  )
  const urls = picture.state === 'shown' ? picture.urls : []
  const blob = picture.state === 'shown' ? picture.blobs[at] : undefined
  const facts = [
    [t('alarms.deviceName'), name],
    [t('alarms.type'), t(word)],
    [t('alarms.time'), `${time.day(alarm.time)} ${time.clock(alarm.time)}`],
    ...(alarm.facts ?? []),
  ] as const
  const save = async (): Promise<void> => {
    if (!blob) return
    const taken = { did, channel, source: 'alarm', at: alarm.time } as const
    // No Undo: what lies under a dialog can't be pressed.
    if (await succeeds(() => saveSnapshot(taken, blob))) say('success', t('alarms.saved'), undefined, SAVING)
    else say('error', t('alarms.pictureFailed'), undefined, SAVING)
  }
  return (
    <>
      <div className="alarm-shown">
        <div className="alarm-large">
          {isClip ? (
            <AlarmClip moment={alarm} />
          ) : (
            <AlarmPicture
              picture={picture}
              at={at}
              alt={t('alarms.snapshot')}
              box={alarm.box ?? null}
              word={word}
              onRetry={retry}
            />
          )}
          {step && (
            <>
              {/* A button that is disabled would lose the focus, and the keys with it. */}
              <button
                type="button"
                className="icon-button alarm-previous"
                aria-label={t('alarms.previous')}
                aria-disabled={!step.hasPrevious}
                onClick={() => step.hasPrevious && step.by(-1)}
              >
                <IconLeft />
              </button>
              <button
                type="button"
                className="icon-button alarm-next"
                aria-label={t('alarms.next')}
                aria-disabled={!step.hasNext}
                onClick={() => step.hasNext && step.by(1)}
              >
                <IconRight />
              </button>
            </>
          )}
        </div>
        {isOfDevice && (
          <Choice
            label={t('alarms.shown')}
            isBare
            options={[
              { value: 'picture', label: t('alarms.snapshot') },
              { value: 'clip', label: t('alarms.clip') },
            ]}
            value={isClip ? 'clip' : 'picture'}
            onChoose={(shown) => setIsClip(shown === 'clip')}
          />
        )}
        {!isClip && urls.length > 0 && (
          <ul className="alarm-previews" aria-label={t('alarms.pictures')}>
            {urls.map((url, i) => (
              <li key={url}>
                <button
                  type="button"
                  aria-label={t('alarms.picture', { number: i + 1 })}
                  aria-pressed={i === at}
                  onClick={() => setAt(i)}
                >
                  <img src={url} alt="" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="alarm-side">
        {handling && <AlarmHandling handling={handling} noteField={noteField} />}
        <dl className="alarm-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="dialog-actions">
          {canReplay && isOfDevice && (
            <a className="button" href={replayAddress({ dids: [{ did, channel }], at: alarm.time })}>
              {t('alarms.inReplay')}
            </a>
          )}
          {onDelete && (
            <button type="button" className="button button-danger" onClick={onDelete}>
              {t('alarms.delete')}
            </button>
          )}
          {maySave && (
            <button type="button" className="button" disabled={!blob} onClick={() => void save()}>
              {t('alarms.save')}
            </button>
          )}
        </div>
      </div>
    </>
  )
}
