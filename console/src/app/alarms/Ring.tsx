import './ring.css'

import { answerRing, type RingAct } from '@vedette/contract/calls/ring'
import { METHOD, RingBody } from '@vedette/contract/push'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'

import { useT } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/language.ts'
import { say } from '../../ui/toasts.ts'
import { offered, useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { useCompanyTime } from '../company-time.ts'
import { push } from '../push.ts'
import { actOnRing, answerHere, type Ringing, stopRinging, useRing } from './ring-store.ts'

const DoorTalk = lazy(async () => ({ default: (await import('../../screens/live/index.ts')).DoorTalk }))

/** Who rings at a door, over whichever page is shown: one answers for all. */
export function Ring(): ReactNode {
  const t = useT()
  const { ringing } = useRing()
  useEffect(
    () =>
      push.on(METHOD.ring, (body) => {
        const news = RingBody.safeParse(body).data
        if (news && stopRinging(news.CloudEid) && !news.IsMine) tellWho(t, news.Act, news.Account)
      }),
    [t],
  )
  return ringing && <RingPanel key={ringing.eid} ringing={ringing} />
}

function RingPanel({ ringing }: { ringing: Ringing }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const { isActing, isAnswered } = useRing()
  const { did, eid, channel, name } = ringing
  const act = async (Act: RingAct): Promise<void> => {
    actOnRing(true)
    try {
      const first = await send(answerRing, { DID: did, CloudEid: eid, Act })
      if (first.IsMine && first.Act === 'answer') answerHere()
      else {
        stopRinging()
        if (!first.IsMine) tellWho(t, first.Act, first.Account)
      }
    } catch (cause) {
      // It has been said; the ring goes on.
      actOnRing(false)
      if (!(cause instanceof CallFailure)) throw cause
    }
  }
  useShortcuts(
    offered([
      {
        command: 'ring-answer',
        label: t('talk.answer'),
        group: t('talk.group'),
        isEnabled: () => !isAnswered,
        run: () => void act('answer'),
      },
      {
        command: 'ring-decline',
        label: t('talk.decline'),
        group: t('talk.group'),
        isEnabled: () => !isAnswered,
        run: () => void act('decline'),
      },
    ]),
  )
  return (
    <section
      className="ring"
      aria-label={t('talk.ring')}
      data-eid={eid}
      data-did={did}
      data-answered={isAnswered}
    >
      <p className="ring-who" role="alert">
        <b>{isAnswered ? t('talk.title', { name }) : t('talk.rings', { name })}</b>
        <span>{time.clock(ringing.time)}</span>
      </p>
      {isAnswered && (
        <Suspense>
          <DoorTalk did={did} channel={channel} name={name} />
        </Suspense>
      )}
      <div className="ring-acts">
        {isAnswered ? (
          <button type="button" className="button" onClick={() => stopRinging()}>
            {t('talk.hangUp')}
          </button>
        ) : (
          <>
            <button type="button" className="button" disabled={isActing} onClick={() => void act('decline')}>
              {t('talk.decline')}
            </button>
            <button
              type="button"
              className="button button-primary"
              disabled={isActing}
              onClick={() => void act('answer')}
            >
              {t('talk.answer')}
            </button>
          </>
        )}
      </div>
    </section>
  )
}

function tellWho(t: Translate, act: RingAct, name: string): void {
  say('info', t(act === 'answer' ? 'talk.answeredBy' : 'talk.declinedBy', { name }))
}
