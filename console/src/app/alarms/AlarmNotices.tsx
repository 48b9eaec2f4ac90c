import './alarms.css'

import { type ReactNode, useEffect, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { IconClose } from '../../ui/control-icons.tsx'
import { say } from '../../ui/toasts.ts'
import { useCompanyTime } from '../company-time.ts'
import { accountOf, useSession } from '../session.ts'
import { useSetting } from '../settings.ts'
import { AlarmPicture } from './AlarmPicture.tsx'
import type { ViewedAlarm } from './viewed-alarm.ts'
import { type AlarmNotice, badgeOf, groupsOf, useAlarms } from './alarm-store.ts'
import { awaitedOf, PUSH_PICTURE_DELAY_MS, useCloudPicture } from './cloud-picture.ts'
import { eventWordOf, sourceWordOf } from './event-words.ts'
import { closeNotices, hearAlarms, reopenNotices } from './hear-alarms.ts'
import { useNoticeRules } from './notice-rules.ts'
import { OneAlarm } from './OneAlarm.tsx'
import { markReviewed } from './queries.ts'
import { SnoozeSelect } from './SnoozeSelect.tsx'

/** The newest alarm with a count; expands to all, and closing clears them. */
export function AlarmNotices({ isHidden }: { isHidden: boolean }): ReactNode {
  const t = useT()
  const account = useSession(accountOf)
  useEffect(() => hearAlarms(account), [account])
  const { notices, ...alarms } = useAlarms()
  // Who wants no notices is told by the bell alone how many there are.
  const waiting = useSetting((setting) => setting.notification) ? alarms.waiting : 0
  const [isOpen, setIsOpen] = useState(false)
  const [viewed, setViewed] = useState<ViewedAlarm>()
  const view = (alarm: ViewedAlarm): void => {
    setViewed(alarm)
    void markReviewed(alarm.eid)
  }
  const [newest] = notices
  useNoticeRules()
  const groups = groupsOf(notices)
  const shown = isOpen ? groups : groups.slice(0, 1)
  const isShown = !isHidden && (newest !== undefined || waiting > 0)
  return (
    <>
      {isShown && (
        <section className="alarm-notices" aria-label={t('alarms.notices')}>
          <header className="alarm-notices-head">
            <b>{t('alarms.notices')}</b>
            {newest && (
              <span className="alarm-badge" role="status">
                {badgeOf(notices.length)}
              </span>
            )}
            {notices.length > 1 && (
              <button
                type="button"
                className="button"
                aria-expanded={isOpen}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? t('alarms.collapse') : t('alarms.expand', { count: notices.length })}
              </button>
            )}
            <button
              type="button"
              className="icon-button"
              aria-label={t('alarms.close')}
              title={t('alarms.close')}
              onClick={() => {
                setIsOpen(false)
                closeNotices()
                say('info', t('alarms.closed', { count: notices.length + waiting }), {
                  label: t('ui.undo'),
                  run: reopenNotices,
                })
              }}
            >
              <IconClose />
            </button>
          </header>
          {waiting > 0 && (
            <p className="alarm-waiting">
              {t('alarms.waiting', { count: waiting })}
              <a href="#/alarmManger">{t('alarms.showAll')}</a>
            </p>
          )}
          <ul className="alarm-notice-list" data-open={isOpen}>
            {shown.map(([latest, ...earlier]) => (
              <li key={`${latest.did} ${latest.channel} ${latest.notTitle}`}>
                <Notice notice={latest} pictured={picturedOf([latest, ...earlier])} onView={view}>
                  {latest.did !== '' && <SnoozeSelect notice={latest} />}
                </Notice>
                {isOpen && earlier.length > 0 && (
                  <details className="alarm-repeats">
                    <summary>{t('alarms.earlier', { count: earlier.length })}</summary>
                    {earlier.map((notice) => (
                      <Notice key={notice.eid} notice={notice} onView={view} />
                    ))}
                  </details>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {viewed && <OneAlarm alarm={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}

/** The newest whose picture is there: while alarms repeat, the very newest one's is still on its way. */
function picturedOf(group: readonly [AlarmNotice, ...AlarmNotice[]]): AlarmNotice {
  return group.find(({ img }) => img) ?? group[0]
}

interface NoticeProps {
  notice: AlarmNotice
  /** The alarm whose picture is shown, where this one stands for repeats. */
  pictured?: AlarmNotice
  /** What else can be done with it. */
  children?: ReactNode
  onView: (alarm: ViewedAlarm) => void
}

function Notice({ notice, pictured = notice, onView, children }: NoticeProps): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const item = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(item)
  const word = t(eventWordOf(notice.notTitle))
  const name = sourceWordOf(t, notice)
  const title = t('alarms.alarm', { type: word, name })
  return (
    <div ref={item} className="alarm-notice" data-eid={notice.eid} data-did={notice.did}>
      {isSeen ? (
        <NoticePicture key={pictured.eid} notice={pictured} title={title} />
      ) : (
        <div className="alarm-frame" />
      )}
      <div className="alarm-notice-text">
        <b>{word}</b>
        <span>{name}</span>
        <span className="alarm-quiet">{time.since(notice.time)}</span>
      </div>
      <div className="alarm-notice-acts">
        <button
          type="button"
          className="button"
          aria-label={t('alarms.open', { type: word, name, time: time.clock(notice.time) })}
          onClick={() =>
            onView({
              did: notice.did,
              eid: notice.eid,
              channel: notice.channel,
              name,
              word: eventWordOf(notice.notTitle),
              time: notice.time,
              awaited: awaitedOf(notice.notTitle, notice.img),
            })
          }
        >
          {t('alarms.view')}
        </button>
        {children}
      </div>
    </div>
  )
}

function NoticePicture({ notice, title }: { notice: AlarmNotice; title: string }): ReactNode {
  const { did, eid, channel } = notice
  const date = useCompanyTime().day(notice.time)
  const { picture, retry } = useCloudPicture(
    { did, eid, channel, date },
    { delayMs: PUSH_PICTURE_DELAY_MS, awaited: awaitedOf(notice.notTitle, notice.img) },
  )
  return <AlarmPicture picture={picture} alt={title} onRetry={retry} />
}

/** Whether it has come into sight: a long list fetches the pictures that somebody sees. */
function useSeen(element: React.RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!element.current || isSeen) return undefined
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element, isSeen])
  return isSeen
}
