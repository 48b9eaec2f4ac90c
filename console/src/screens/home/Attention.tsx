import type { DeviceItem } from '@vedette/contract/calls/device'
import { CHECK_FAULTS, type CheckFault } from '@vedette/contract/calls/record-check'
import type { ReactNode } from 'react'

import { COVERAGE_PATH, replayAddress } from '../../app/replay-address.ts'
import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { streamReasonText } from '../../i18n/stream-reason.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'
import { ageText } from '../../ui/age.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { IconTrouble } from '../../ui/page-icons.tsx'
import { type Thumbnail, useThumbnails } from '../../ui/thumbnails.ts'
import { FAULTS_SHOWN, useDeviceHealth, useRecordedWeek, useStorage } from './queries.ts'
import { ClockAhead } from './Storage.tsx'

/** Reasons for which a camera says nothing at all. */
const SILENT: ReadonlySet<string> = new Set(['unreachable', 'noKeepalive', 'noPicture', 'stalled'])
/** What is probably behind a reason, where something can be looked for. */
const CAUSES: Readonly<Record<string, PlainTextKey>> = {
  unreachable: 'home.causeGone',
  noKeepalive: 'home.causeGone',
  credentials: 'home.causeLogin',
  certificate: 'home.causeCertificate',
  notFound: 'home.causeAddress',
  noPicture: 'home.causeStuck',
  stalled: 'home.causeStuck',
  closedByCamera: 'home.causeBusy',
}
/** What is said, what is probably behind it, and where it is mended. */
const STORAGE_FAULTS = {
  full: ['shell.archiveFull', 'home.causeFull', '/deviceManger'],
  unwritable: ['shell.archiveUnwritable', 'home.causeUnwritable', COVERAGE_PATH],
  locked: ['shell.archiveLocked', 'home.causeLocked', COVERAGE_PATH],
} as const

/** How many things are wrong, in words, and each with the one button that leads to it. */
export function Attention({ now }: { now: number }): ReactNode {
  const t = useT()
  const health = useDeviceHealth()
  const storage = useStorage()
  const week = useRecordedWeek()
  const { lost = [], lostTotal = 0, total = 0, online = 0 } = health.data ?? {}
  // A camera that is away has nothing recorded: that is said once.
  const away = new Set(lost.map(({ DID }) => DID))
  const wrong = (week.data?.Wrong ?? []).filter(({ DID }) => !away.has(DID))
  const lostShown = lost.slice(0, FAULTS_SHOWN)
  const wrongShown = wrong.slice(0, FAULTS_SHOWN)
  const thumbnails = useThumbnails([...new Set([...lostShown, ...wrongShown].map(({ DID }) => DID))])
  const canConfigure = useCan('deviceManger', 'deviceConf')
  const state = storage.data?.State ?? 'ok'
  const isClockAhead = storage.data?.Clock === 'ahead'
  const count = lostTotal + wrong.length + (state === 'ok' ? 0 : 1) + (isClockAhead ? 1 : 0)
  if (health.isError)
    return (
      <section className="home-card home-attention" role="alert">
        <h2>{t('home.loadFailed')}</h2>
        <button type="button" className="button" onClick={() => void health.refetch()}>
          {t('ui.tryAgain')}
        </button>
      </section>
    )
  return (
    <section
      className="home-card home-attention"
      data-well={health.isSuccess && total > 0 && count === 0}
      aria-labelledby="home-attention"
      aria-busy={health.isPending}
    >
      <div className="home-card-head">
        <h2 id="home-attention">{health.isPending ? t('home.state') : headOf(t, total, count)}</h2>
        {health.isSuccess && total > 0 && count === 0 && (
          <span className="home-quiet">{t('home.allWellText')}</span>
        )}
        {total > 0 && <span className="home-quiet">{t('home.online', { online, total })}</span>}
      </div>
      {health.isPending && <Skeleton shape="rows" count={2} />}
      {health.isSuccess && total === 0 && (
        <div className="home-first">
          <p>{t('home.noDevicesText')}</p>
          <a className="button button-primary" href="#/deviceManger?open=add">
            {t('home.addDevice')}
          </a>
        </div>
      )}
      <ul className="home-faults">
        {state !== 'ok' && (
          <li>
            <IconTrouble />
            <span>
              <b>{t(STORAGE_FAULTS[state][0])}</b>
              <span>{t(STORAGE_FAULTS[state][1])}</span>
              <span>{t('home.sinceAlone', { age: ageText(t, now - (storage.data?.Since ?? now)) })}</span>
            </span>
            <a
              className="button"
              href={`#${STORAGE_FAULTS[state][2]}`}
              aria-label={t('home.lookAt', { name: t('home.storage') })}
            >
              {t('home.look')}
            </a>
          </li>
        )}
        {isClockAhead && (
          <li>
            <IconTrouble />
            <ClockAhead
              aheadMs={storage.data?.ClockAheadMs ?? 0}
              mayTrust={typeof storage.data?.LimitBytes === 'number'}
            />
          </li>
        )}
        {lostShown.map((device) => (
          <li key={device.DID} data-did={device.DID}>
            <Picture thumbnail={thumbnails.get(device.DID)} />
            <span>
              <b>{faultOf(t, device)}</b>
              <span>{causeOf(t, device)}</span>
              <span>{sinceOf(t, device, now)}</span>
            </span>
            <a
              className="button"
              href={canConfigure ? `#/deviceConf/${device.DID}` : `#/deviceManger?text=${device.DID}`}
              aria-label={t('home.lookAt', { name: nameOf(device) })}
            >
              {t('home.look')}
            </a>
          </li>
        ))}
        {wrongShown.map(({ DID, Channel, Name, Hours }) => (
          <li key={`${DID} ${Channel}`}>
            <Picture thumbnail={thumbnails.get(DID)} />
            <span>
              <b>{t('home.badlyRecorded', { name: Name })}</b>
              <span>{faultsText(t, Hours)}</span>
            </span>
            <a
              className="button"
              href={replayAddress({ dids: [{ did: DID, channel: Channel }] })}
              aria-label={t('home.lookAt', { name: Name })}
            >
              {t('home.look')}
            </a>
          </li>
        ))}
      </ul>
      {wrong.length > wrongShown.length && (
        <a href={`#${COVERAGE_PATH}`}>{t('home.allBadlyRecorded', { count: wrong.length })}</a>
      )}
      {lostTotal > lostShown.length && (
        <a href="#/deviceManger?status=offline">{t('home.allOffline', { count: lostTotal })}</a>
      )}
    </section>
  )
}

/** What the camera saw last, so that one knows at once which it is. */
function Picture({ thumbnail }: { thumbnail: Thumbnail | undefined }): ReactNode {
  return (
    <span className="home-picture">
      {thumbnail ? <img src={thumbnail.url} alt="" loading="lazy" /> : <IconTrouble />}
    </span>
  )
}

function headOf(t: Translate, total: number, count: number): string {
  if (total === 0) return t('home.noDevices')
  return count === 0 ? t('home.allWell') : t('home.wrong', { count })
}

function nameOf({ Alias, DevName }: DeviceItem): string {
  return Alias || DevName
}

function faultOf(t: Translate, device: DeviceItem): string {
  return t(SILENT.has(device.Reason) ? 'home.silent' : 'home.refuses', { name: nameOf(device) })
}

function causeOf(t: Translate, { Reason }: DeviceItem): string {
  const cause = CAUSES[Reason]
  return cause ? t(cause) : streamReasonText(t, Reason)
}

function sinceOf(t: Translate, { Since, GroupName }: DeviceItem, now: number): string {
  const age = ageText(t, now - Since)
  return GroupName ? t('home.since', { age, region: GroupName }) : t('home.sinceAlone', { age })
}

function faultsText(t: Translate, hours: Partial<Record<CheckFault, number>>): string {
  return CHECK_FAULTS.filter((fault) => hours[fault])
    .map((fault) => t(`recordCheck.${fault}`))
    .join(t('ui.comma'))
}
