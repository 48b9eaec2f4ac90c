import type { DeviceItem } from '@vedette/contract/calls/device'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { streamReasonText } from '../../i18n/stream-reason.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'
import { ageText } from '../../ui/age.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { IconTrouble } from '../../ui/page-icons.tsx'
import { type Thumbnail, useThumbnails } from '../../ui/thumbnails.ts'
import { useDeviceHealth, useStorage } from './queries.ts'

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
const STORAGE_TEXTS = {
  full: 'shell.archiveFull',
  unwritable: 'shell.archiveUnwritable',
  locked: 'shell.archiveLocked',
} as const

/** How many things are wrong, in words, and each with the one button that leads to it. */
export function Attention({ now }: { now: number }): ReactNode {
  const t = useT()
  const health = useDeviceHealth()
  const storage = useStorage()
  const thumbnails = useThumbnails(health.data?.lost.map(({ DID }) => DID) ?? [])
  const canConfigure = useCan('deviceManger', 'deviceConf')
  const state = storage.data?.State ?? 'ok'
  const { lost = [], lostTotal = 0, total = 0, online = 0 } = health.data ?? {}
  const count = lostTotal + (state === 'ok' ? 0 : 1)
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
              <b>{t(STORAGE_TEXTS[state])}</b>
              <span>{t('home.sinceAlone', { age: ageText(t, now - (storage.data?.Since ?? now)) })}</span>
            </span>
          </li>
        )}
        {lost.map((device) => (
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
      </ul>
      {lostTotal > lost.length && (
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
