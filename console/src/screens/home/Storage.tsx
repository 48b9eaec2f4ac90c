import type { ReactNode } from 'react'

import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
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
        </>
      )}
    </section>
  )
}

function reachText(t: Translate, days: number): string {
  return days < 1
    ? t('home.hours', { count: Math.floor(days * 24) })
    : t('home.days', { count: Math.floor(days) })
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
