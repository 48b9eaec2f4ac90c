import './pager.css'

import { type FormEvent, type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'

import { usePhone } from '../../app/use-phone.ts'
import { useT } from '../../i18n/language.ts'
import { IconLeft, IconRight } from '../control-icons.tsx'
import { PAGE_SIZES, pageCountOf, pagerEntries } from './pager.ts'

interface Props {
  /** Number of rows on all pages. */
  total: number
  /** From 1. */
  page: number
  pageSize: number
  /** Until they are there, `total` may be the number of rows that there were. */
  isFetching: boolean
  /** Another page, or another size, which begins at page 1. */
  onTurn: (to: { page: number; pageSize: number }) => void
  sizes?: readonly number[]
}

/** The shared pager: prev, pager, next, sizes, total, jumper (section 2); on a phone there is room for the two steps and where one is. */
export function Pager({ total, page, pageSize, isFetching, onTurn, sizes = PAGE_SIZES }: Props): ReactNode {
  const t = useT()
  const isPhone = usePhone()
  const pageCount = pageCountOf(total, pageSize)
  const isPastEnd = !isFetching && total > 0 && page > pageCount
  const turnBack = useEffectEvent(() => onTurn({ page: pageCount, pageSize }))
  // Before anybody is shown that page, which looks as if the list were empty.
  useLayoutEffect(() => {
    if (isPastEnd) turnBack()
  }, [isPastEnd])
  // Nothing to turn.
  if (total === 0 || (isPhone && pageCount === 1)) return null
  const turn = (to: number): void => {
    const next = Math.min(Math.max(1, to), pageCount)
    if (next !== page) onTurn({ page: next, pageSize })
  }
  const step = (by: -1 | 1): ReactNode => (
    <button
      type="button"
      className="pager-step"
      aria-label={t(by < 0 ? 'ui.previousPage' : 'ui.nextPage')}
      disabled={page + by < 1 || page + by > pageCount}
      onClick={() => turn(page + by)}
    >
      {by < 0 ? <IconLeft /> : <IconRight />}
    </button>
  )
  if (isPhone)
    return (
      <nav className="pager" aria-label={t('ui.pages')}>
        {step(-1)}
        <span className="pager-at">{t('ui.pageOf', { page, total: pageCount })}</span>
        {step(1)}
      </nav>
    )
  return (
    <nav className="pager" aria-label={t('ui.pages')}>
      {step(-1)}
      <ul className="pager-pages">
        {pagerEntries(page, pageCount).map((entry, i) => (
          <li key={entry.isGap ? `gap-${i}` : entry.page}>
            <button
              type="button"
              aria-label={t(entry.isGap ? 'ui.skipToPage' : 'ui.page', { page: entry.page })}
              aria-current={!entry.isGap && entry.page === page ? 'page' : undefined}
              onClick={() => turn(entry.page)}
            >
              {entry.isGap ? '…' : entry.page}
            </button>
          </li>
        ))}
      </ul>
      {step(1)}
      <select
        className="input"
        aria-label={t('ui.pageSize')}
        value={pageSize}
        onChange={(event) => onTurn({ page: 1, pageSize: Number(event.currentTarget.value) })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t('ui.perPage', { size })}
          </option>
        ))}
      </select>
      <span className="pager-total">{t('ui.total', { total })}</span>
      <Jumper key={page} onJump={turn} most={pageCount} />
    </nav>
  )
}

function Jumper({ onJump, most }: { onJump: (page: number) => void; most: number }): ReactNode {
  const t = useT()
  const [typed, setTyped] = useState('')
  const jump = (event: FormEvent): void => {
    event.preventDefault()
    const page = Number.parseInt(typed, 10)
    setTyped('')
    if (Number.isFinite(page)) onJump(page)
  }
  return (
    <form className="pager-jumper" onSubmit={jump}>
      <label>
        {t('ui.goTo')}
        <input
          className="input"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={`1–${t('ui.number', { value: most })}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </form>
  )
}
