import './alarm-center.css'

import { type EventItem, exportEvents, getEventListV2 } from '@vedette/contract/calls/event'
import { type AlarmState, MOST_COUNTED } from '@vedette/contract/events'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'

import { AlarmViewer } from '../../app/alarms/AlarmViewer.tsx'
import { sourceOf, stateWordOf } from '../../app/alarms/event-words.ts'
import { viewedOf } from '../../app/alarms/viewed-alarm.ts'
import { useCompanyTime } from '../../app/company-time.ts'
import { useCan, useSession } from '../../app/session.ts'
import { isAdministrator } from '../../app/session-store.ts'
import { spanOfDays } from '../../app/zoned-time.ts'
import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { AlarmTable } from './AlarmTable.tsx'
import { Cards } from './Cards.tsx'
import { AlarmFilters, type Filters, NO_FILTERS } from './Filters.tsx'
import { HourBars } from './HourBars.tsx'
import { Incidents } from './Incidents.tsx'
import { type AlarmFilter, useAlarmActions, useAlarmCounts, useAlarmList } from './queries.ts'
import { AlarmSettingsButton } from './settings/AlarmSettings.tsx'
import { focusAlarm, triageKeys } from './triage-keys.ts'
import { walkOf } from './walk.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Alarms deleted by one call. */
const MOST_DELETED = 500

export function Alarms(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const timeZone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const newest = useRef(filters)
  const [layout, setLayout] = useState<'grid' | 'table' | 'incidents'>('grid')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** Chosen with all that match, before somebody has scrolled to them. */
  const [far, setFar] = useState<readonly EventItem[]>([])
  const [lastTicked, setLastTicked] = useState('')
  const [viewed, setViewed] = useState('')
  /** Those that the viewer has shown since it was opened. */
  const [seen, setSeen] = useState<readonly EventItem[]>([])
  const [deleted, setDeleted] = useState<readonly EventItem[]>()
  const { filter, range } = useAsked(filters, timeZone)
  const list = useAlarmList(filter)
  const counts = useAlarmCounts(range)
  const { remove, review, handle, putBack } = useAlarmActions()
  const isAdmin = useSession(({ user }) => isAdministrator(user))
  const language = useLanguage((choice) => choice.language)
  const may = { delete: useCan('alarmManger', 'delete'), deleteAll: useCan('alarmManger', 'deleteAll') }

  const alarms = useMemo(() => list.data?.pages.flatMap(({ List }) => List) ?? [], [list.data])
  const total = list.data?.pages[0]?.Total ?? 0
  const shownIds = new Set(alarms.map(({ CloudEid }) => CloudEid))
  const chosen = [...alarms, ...far.filter(({ CloudEid }) => !shownIds.has(CloudEid))].filter(
    ({ CloudEid }) => selected.has(CloudEid),
  )
  const walk = walkOf(alarms, seen)
  const at = walk.findIndex(({ CloudEid }) => CloudEid === viewed)
  const alarm = walk[at]
  const byType = new Map((counts.data?.Types ?? []).map(({ Type, Count }) => [Type, Count]))
  const byDevice = new Map((counts.data?.Devices ?? []).map(({ DID, Count }) => [DID, Count]))
  const byHour = new Map<number, number>()
  for (const { Time, Count } of counts.data?.Hours ?? []) byHour.set(Time, (byHour.get(Time) ?? 0) + Count)
  const mayDelete = (count: number): boolean => may.deleteAll || (count === 1 && may.delete)
  const nameAndTime = (alarm: EventItem) => ({
    name: sourceOf(t, alarm),
    time: time.since(alarm.Time),
  })

  /** What was chosen belongs to the list that it was chosen in: unseen, it would be deleted with what is in sight. */
  const filterBy = (next: Filters): void => {
    newest.current = next
    setFilters(next)
    setSelected(new Set())
    setFar([])
    setLastTicked('')
  }
  const view = (id: string): void => {
    const opened = walk.find(({ CloudEid }) => CloudEid === id)
    if (!opened) return
    setViewed(id)
    setSeen((some) => [...some.filter(({ CloudEid }) => CloudEid !== id), { ...opened, Reviewed: true }])
    if (!opened.Reviewed) void review([opened]).catch(() => undefined)
  }
  const closeViewer = (): void => {
    setViewed('')
    setSeen([])
  }
  /** The viewer goes on from those that are done with. */
  const leave = (some: readonly EventItem[], next: EventItem | undefined): void => {
    if (!next) return closeViewer()
    view(next.CloudEid)
    const ids = new Set(some.map(({ CloudEid }) => CloudEid))
    setSeen((all) => all.filter(({ CloudEid }) => !ids.has(CloudEid)))
  }
  const toggle = (id: string, isRange: boolean): void => {
    const order = alarms.map(({ CloudEid }) => CloudEid)
    const [from, to] = [order.indexOf(lastTicked), order.indexOf(id)].toSorted((a, b) => a - b)
    const next = new Set(selected)
    if (isRange && from !== undefined && from >= 0)
      for (const it of order.slice(from, (to ?? from) + 1)) next.add(it)
    else if (!next.delete(id)) next.add(id)
    setSelected(next)
    setLastTicked(id)
  }
  const chooseAll = async (): Promise<void> => {
    const { List } = await send(getEventListV2, { ...filter, PageSize: MOST_DELETED })
    // It was of another list.
    if (newest.current !== filters) return
    setFar(List)
    setSelected(new Set(List.map(({ CloudEid }) => CloudEid)))
  }
  const handleNow = async (some: readonly EventItem[], state: AlarmState, note?: string): Promise<void> => {
    if (some.length > MOST_DELETED) return say('warning', t('alarms.mostAtOnce', { most: MOST_DELETED }))
    const last = walk.findIndex(({ CloudEid }) => CloudEid === some.at(-1)?.CloudEid)
    // What is handled may leave the list: the keys go on from the next one.
    const next = walk[last + 1] ?? walk[last - 1]
    await succeeds(async () => {
      const count = await handle(some, state, note)
      if (count < some.length) say('warning', t('alarms.othersHave', { count: some.length - count }))
      if (count > 0) sayMarked(count, t(stateWordOf(state)), () => putBack(some))
      setSelected(new Set())
      // Who does something about an alarm has looked at it; opening it again is nothing of the kind.
      const isReviewed = viewed !== '' || state !== 'new'
      const isGone =
        (filters.states.length > 0 && !filters.states.includes(state)) ||
        (filters.reviewed === 'no' && isReviewed)
      if (viewed === '') focusAlarm((isGone ? next : some.at(-1))?.CloudEid ?? '')
      else if (isGone) leave(some, next)
    })
  }
  /** `back`: undefined where nothing has changed. */
  const sayMarked = (count: number, state: string, back: (() => Promise<void>) | undefined): void =>
    say(
      'success',
      t('alarms.markedAs', { count, state }),
      back && { label: t('ui.undo'), run: () => void succeeds(back) },
    )
  const reviewChosen = (): void => {
    const fresh = chosen.filter((it) => !it.Reviewed)
    void succeeds(async () => {
      await review(chosen)
      setSelected(new Set())
      sayMarked(
        chosen.length,
        t('alarms.isReviewed'),
        fresh.length > 0 ? () => review(fresh, false) : undefined,
      )
    })
  }
  const askDelete = (some: readonly EventItem[]): void => {
    if (some.length > MOST_DELETED) say('warning', t('alarms.mostAtOnce', { most: MOST_DELETED }))
    else setDeleted(some)
  }
  const deleteNow = async (some: readonly EventItem[]): Promise<void> => {
    const count = await remove(some)
    if (some.some(({ CloudEid }) => CloudEid === viewed)) leave(some, walk[at + 1] ?? walk[at - 1])
    setSelected(new Set())
    say('success', count === 1 ? t('alarms.deletedOne') : t('alarms.deletedSome', { count }))
  }

  useShortcuts(
    triageKeys(t, {
      alarms,
      chosen,
      handle: (some, state) => void handleNow(some, state),
      toggle: (id) => toggle(id, false),
      view,
      remove: may.delete || may.deleteAll ? (some) => mayDelete(some.length) && askDelete(some) : undefined,
    }),
  )
  const [asked] = deleted ?? []
  const shown = { alarms, selected, onToggle: toggle, onOpen: view }
  return (
    <div className="alarm-center">
      <PageHead>
        <span className="alarm-counts" role="status">
          {list.isSuccess && t('alarms.total', { total: countText(t, total) })}
          {counts.isSuccess && counts.data.Unreviewed > 0 && (
            <b>{t('alarms.toReview', { count: countText(t, counts.data.Unreviewed) })}</b>
          )}
        </span>
        <ExportMenu
          fetchFile={(Format) =>
            send(exportEvents, { ...filter, Format, Language: ownLanguageFor(language) })
          }
        />
        {isAdmin && <AlarmSettingsButton />}
        <Choice
          label={t('alarms.layout')}
          isBare
          options={[
            { value: 'grid', label: t('alarms.asGrid') },
            { value: 'table', label: t('alarms.asTable') },
            { value: 'incidents', label: t('alarms.incidents') },
          ]}
          value={layout}
          onChoose={setLayout}
        />
      </PageHead>
      <div className="alarm-tools">
        <AlarmFilters
          filters={filters}
          counts={byType}
          byDevice={byDevice}
          timeZone={timeZone}
          onChange={filterBy}
        />
      </div>
      <HourBars
        fromMs={range.From}
        toMs={range.To}
        hours={byHour}
        chosen={filters.hours}
        onChoose={(hours) => filterBy({ ...filters, hours })}
      />
      {list.isError ? (
        <EmptyState drawing="trouble" title={t('alarms.loadFailed')} text={t('ui.loadFailed')}>
          <button type="button" className="button" onClick={() => void list.refetch()}>
            {t('ui.tryAgain')}
          </button>
        </EmptyState>
      ) : list.isSuccess && alarms.length === 0 ? (
        <Nothing isFiltered={filters !== NO_FILTERS} onClear={() => filterBy(NO_FILTERS)} />
      ) : (
        <div className="alarm-scroll">
          {layout === 'grid' && <Cards {...shown} />}
          {layout === 'incidents' && <Incidents {...shown} onChoose={setSelected} />}
          {layout === 'table' && (
            <AlarmTable
              {...shown}
              onChoose={setSelected}
              onHandle={(it, state) => void handleNow([it], state)}
              onDelete={mayDelete(1) ? (it) => askDelete([it]) : undefined}
            />
          )}
          <More
            hasMore={list.hasNextPage && !list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </div>
      )}
      <BulkBar
        count={chosen.length}
        rest={{ total, most: MOST_DELETED, onChooseAll: chooseAll }}
        onClear={() => setSelected(new Set())}
      >
        <button type="button" className="button" onClick={reviewChosen}>
          {t('alarms.markReviewed')}
        </button>
        <button type="button" className="button" onClick={() => void handleNow(chosen, 'claimed')}>
          {t('alarms.claim')}
        </button>
        <button type="button" className="button" onClick={() => void handleNow(chosen, 'resolved')}>
          {t('alarms.resolve')}
        </button>
        {mayDelete(chosen.length) && (
          <button type="button" className="button button-danger" onClick={() => askDelete(chosen)}>
            {t('alarms.delete')}
          </button>
        )}
      </BulkBar>
      {alarm && (
        <AlarmViewer
          alarm={viewedOf(t, alarm)}
          step={{
            hasPrevious: at > 0,
            hasNext: at + 1 < walk.length,
            by: (by) => view(walk[at + by]?.CloudEid ?? viewed),
          }}
          handling={{
            state: alarm.State,
            by: alarm.StateBy,
            time: alarm.StateTime,
            note: alarm.Note,
            set: (state, note) => void handleNow([alarm], state, note),
          }}
          onDelete={mayDelete(1) ? () => askDelete([alarm]) : undefined}
          onClose={closeViewer}
        />
      )}
      {deleted && asked && (
        <Confirm
          title={t('alarms.deleteTitle')}
          confirmLabel={t('alarms.delete')}
          isDestructive
          onConfirm={() => deleteNow(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          {deleted.length === 1
            ? t('alarms.deleteOne', nameAndTime(asked))
            : t('alarms.deleteSome', { count: deleted.length })}
        </Confirm>
      )}
    </div>
  )
}

/** What the filters ask for, and the time that the counts are of: the last day where none is chosen. */
function useAsked(filters: Filters, timeZone: string) {
  const hour = useHour()
  return useMemo(() => {
    const { types, dids, gid, days, hours, reviewed, states } = filters
    const span = days && spanOfDays(timeZone, days)
    const filter: AlarmFilter = {
      Types: types.length > 0 ? [...types] : undefined,
      DIDs: dids.length > 0 ? [...dids] : undefined,
      GID: gid || undefined,
      From: span?.from,
      To: span?.to,
      Reviewed: reviewed === '' ? undefined : reviewed === 'yes',
      States: states.length > 0 ? [...states] : undefined,
    }
    const end = (hour + 1) * HOUR_MS
    const range = {
      From: filter.From ?? end - DAY_MS,
      To: filter.To ?? end,
      DIDs: filter.DIDs,
      GID: filter.GID,
    }
    // The bars go on counting all hours of the days.
    return { filter: hours ? { ...filter, From: hours.fromMs, To: hours.toMs } : filter, range }
  }, [filters, timeZone, hour])
}

const hourNow = (): number => Math.floor(Date.now() / HOUR_MS)

/** Since 1970. What is counted to now moves on with it. */
function useHour(): number {
  const [hour, setHour] = useState(hourNow)
  useEffect(() => {
    const timer = setInterval(() => setHour(hourNow()), HOUR_MS / 60)
    return () => clearInterval(timer)
  }, [])
  return hour
}

function More({ hasMore, onMore }: { hasMore: boolean; onMore: () => void }): ReactNode {
  const t = useT()
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!end.current || !hasMore) return undefined
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasMore, onMore])
  return (
    <button ref={end} type="button" className="button alarm-more" hidden={!hasMore} onClick={onMore}>
      {t('alarms.more')}
    </button>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  const t = useT()
  const canSet = useCan('deviceManger')
  if (isFiltered)
    return (
      <EmptyState drawing="search" title={t('alarms.noMatch')} text={t('alarms.noMatchText')}>
        <button type="button" className="button button-primary" onClick={onClear}>
          {t('alarms.clearFilters')}
        </button>
      </EmptyState>
    )
  return (
    <EmptyState drawing="alarm" title={t('alarms.empty')} text={t('alarms.emptyText')}>
      {canSet && (
        <a className="button button-primary" href="#/deviceManger">
          {t('alarms.toDevices')}
        </a>
      )}
    </EmptyState>
  )
}

/** More are not counted. */
function countText(t: Translate, count: number): string {
  return count >= MOST_COUNTED
    ? t('alarms.orMore', { count: MOST_COUNTED })
    : t('ui.number', { value: count })
}
