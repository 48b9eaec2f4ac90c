import { useQueryClient } from '@tanstack/react-query'
import { recordStorage, trustRecordClock } from '@vedette/contract/calls/record'
import { type ReactNode, useState } from 'react'

import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { send } from '../../wire/send.ts'
import { useStorage } from './queries.ts'

/** How long recordings reach back, and how much room they take. */
export function Storage(): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const { data, isError } = useStorage()
  const size = (bytes: number): string => sizeText(language, bytes)
  const limit = data?.LimitBytes ?? undefined
  const part = data && limit ? Math.min(1, data.UsedBytes / limit) : undefined
  return (
    <section className="home-card" aria-labelledby="home-storage">
      <h2 id="home-storage">{t('home.storage')}</h2>
      {isError && <p className="home-quiet">{t('home.loadFailed')}</p>}
      {!data && !isError && <Skeleton shape="form" count={4} />}
      {data && (
        <>
          <p>
            {data.ForecastDays === null ? (
              <span className="home-quiet">{t('home.noForecast')}</span>
            ) : (
              <>
                <b className="home-figure">{reachText(t, data.ForecastDays)}</b>{' '}
                <span className="home-quiet">{t('home.reach')}</span>
              </>
            )}
          </p>
          {part !== undefined && <meter className="home-meter" value={part} aria-labelledby="home-used" />}
          <p id="home-used" className="home-quiet">
            {limit === undefined
              ? t('home.used', { used: size(data.UsedBytes) })
              : t('home.usedOf', { used: size(data.UsedBytes), limit: size(limit) })}
          </p>
          <p className="home-quiet home-key">{t('home.evidenceKey', { key: data.EvidenceKey })}</p>
        </>
      )}
    </section>
  )
}

/** The machine's clock jumped: until somebody says that it is right, nothing is deleted for its age. */
export function ClockAhead({ aheadMs, mayTrust }: { aheadMs: number; mayTrust: boolean }): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [isAsked, ask] = useState(false)
  const trust = async (): Promise<void> => {
    await send(trustRecordClock, {})
    await queries.invalidateQueries({ queryKey: [recordStorage.path] })
  }
  return (
    <div className="home-clock">
      <p>{t('home.clockAhead', { time: aheadText(t, aheadMs) })}</p>
      {mayTrust && (
        <button type="button" className="button" onClick={() => ask(true)}>
          {t('home.clockTrust')}
        </button>
      )}
      {isAsked && (
        <Confirm
          title={t('home.clockTrust')}
          confirmLabel={t('home.clockTrust')}
          isDestructive
          onConfirm={trust}
          onClose={() => ask(false)}
        >
          <p>{t('home.clockTrustAsk')}</p>
        </Confirm>
      )}
    </div>
  )
}

function aheadText(t: Translate, ms: number): string {
  const hours = ms / 3_600_000
  return hours < 48
    ? t('home.hours', { count: Math.max(1, Math.round(hours)) })
    : t('home.days', { count: Math.round(hours / 24) })
}

/** Full days or hours: less than one is no 0. */
export function reachText(t: Translate, days: number): string {
  if (days >= 1) return t('home.days', { count: Math.floor(days) })
  const hours = Math.floor(days * 24)
  return hours < 1 ? t('home.underHour') : t('home.hours', { count: hours })
}

const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const
const STEP = 1000

function sizeText(language: string, bytes: number): string {
  let [value, unit] = [bytes / STEP ** 2, 0]
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[unit] ?? 'terabyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
