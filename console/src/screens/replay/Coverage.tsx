import './coverage.css'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recordChecks, recordCheckWeek } from '@vedette/contract/calls/record-check'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { dayAfter, momentOf } from '../../app/zoned-time.ts'
import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { serverNow } from '../../wire/server-clock.ts'
import { send } from '../../wire/send.ts'
import { cellsOf, wrongOf } from './coverage-cells.ts'
import { CoverageTable } from './CoverageTable.tsx'
import { lanesOf } from './queries.ts'
import { WrongRecordings } from './WrongRecordings.tsx'

const DAY_MS = 86_400_000
const DAYS = 30
const HOUR_MS = 3_600_000
/** Cameras that one question covers. */
const MOST_CAMERAS = 32
const MOST_NAMES = 5

interface Props {
  cameras: readonly (DeviceChannel & { name: string })[]
  onOpen: (camera: DeviceChannel, atMs: number) => void
  onClose: () => void
}

/** How much of each day, or of each hour of one, was recorded of each camera, and what was wrong with it. */
export function Coverage({ cameras, onOpen, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const [chosenDay, chooseDay] = useState<string | undefined>()
  const [page, setPage] = useState(1)
  const shown = cameras.slice((page - 1) * MOST_CAMERAS, page * MOST_CAMERAS)
  const keys = shown.map(deviceToText)
  const nowMs = Math.floor(serverNow() / HOUR_MS) * HOUR_MS + HOUR_MS
  const range = { From: nowMs - (DAYS + 1) * DAY_MS, To: nowMs }
  const { data, isError } = useQuery({
    queryKey: ['coverage', keys, range],
    queryFn: async ({ signal }) => {
      const DIDs = [...new Set(shown.map(({ did }) => did))]
      const [lanes, checks] = await Promise.all([
        lanesOf(keys, { ...range, Step: 60_000 }, signal),
        send(recordChecks, { DIDs, ...range }, { signal }),
      ])
      const hours = new Map(
        checks.List.map(({ DID, Channel, Hours }) => [deviceToText({ did: DID, channel: Channel }), Hours]),
      )
      return { lanes, hours, canLook: checks.CanLook }
    },
    enabled: shown.length > 0,
    placeholderData: keepPreviousData,
  })
  const columns = chosenDay === undefined ? daysUntil(time.day(serverNow())) : hoursOf(chosenDay)
  const rows = shown.map((camera, i) => {
    const key = keys[i] ?? ''
    const hours = data?.hours.get(key) ?? []
    const cells = cellsOf(data?.lanes.get(key) ?? [], hours, columns.begins, serverNow())
    const wrong = wrongOf(hours.filter(({ At }) => At + HOUR_MS > (columns.begins[0] ?? 0)))
    return { camera, cells, wrong: wrong.map((stretch) => ({ camera, stretch })) }
  })

  function daysUntil(today: string) {
    const days = Array.from({ length: DAYS }, (_, i) => dayAfter(today, i + 1 - DAYS))
    return {
      begins: [...days, dayAfter(today)].map((day) => momentOf(zone, day)),
      heads: days.map((day) => ({ key: day, text: day.slice(8), label: day })),
    }
  }

  /** 23 to 25 of them. */
  function hoursOf(day: string) {
    const [fromMs, toMs] = [momentOf(zone, day), momentOf(zone, dayAfter(day))]
    const count = Math.round((toMs - fromMs) / HOUR_MS)
    const begins = Array.from({ length: count + 1 }, (_, i) => fromMs + i * HOUR_MS)
    const heads = begins.slice(0, -1).map((ms) => {
      const minute = time.minute(ms)
      return { key: String(ms), text: minute.slice(0, 2), label: `${day} ${minute}` }
    })
    return { begins, heads }
  }

  return (
    <Dialog kind="wide" title={t('replay.coverage')} onClose={onClose}>
      {(close) => {
        const open = (camera: DeviceChannel, atMs: number): void => {
          onOpen(camera, firstIn(data?.lanes.get(deviceToText(camera)) ?? [], atMs))
          close()
        }
        return (
          <div className="coverage">
            <Week />
            <p>
              {t(chosenDay === undefined ? 'replay.coverageHint' : 'recordCheck.dayHours', {
                days: DAYS,
                day: chosenDay ?? '',
              })}{' '}
              {chosenDay !== undefined && (
                <button type="button" className="button" onClick={() => chooseDay(undefined)}>
                  {t('recordCheck.allDays')}
                </button>
              )}
            </p>
            {!data && shown.length > 0 && <NotYet isFailed={isError} shape="rows" />}
            {data && (
              <div className="coverage-scroll">
                <CoverageTable
                  rows={rows}
                  heads={columns.heads}
                  {...(chosenDay === undefined && { onHead: chooseDay })}
                  onCell={(camera, cell) => open(camera, cell.fromMs)}
                />
              </div>
            )}
            {cameras.length > MOST_CAMERAS && (
              <Pager
                total={cameras.length}
                page={page}
                pageSize={MOST_CAMERAS}
                sizes={[MOST_CAMERAS]}
                onTurn={({ page: next }) => setPage(next)}
              />
            )}
            {data && !data.canLook && <p>{t('recordCheck.cannotLook')}</p>}
            {data && <WrongRecordings wrong={rows.flatMap(({ wrong }) => wrong)} onOpen={open} />}
          </div>
        )
      }}
    </Dialog>
  )
}

/** The last seven whole days in a sentence. */
function Week(): ReactNode {
  const t = useT()
  const { data } = useQuery({
    queryKey: [recordCheckWeek.path],
    queryFn: ({ signal }) => send(recordCheckWeek, {}, { signal }),
  })
  if (!data || data.Percent === null) return null
  const { Wrong, Cameras: count, Percent: percent } = data
  const names = Wrong.slice(0, MOST_NAMES).map(
    ({ Name, Hours }) =>
      `${Name} (${Object.keys(Hours)
        .map((it) => t(`recordCheck.${it as keyof typeof Hours}`))
        .join(', ')})`,
  )
  return (
    <p>
      {t('recordCheck.week', { percent, count })}{' '}
      {Wrong.length === 0
        ? t('recordCheck.weekGood')
        : t('recordCheck.weekWrong', { count: Wrong.length, names: names.join(', ') })}
    </p>
  )
}

/** The first moment at or after one at which something is recorded; the moment itself where nothing is. */
function firstIn(spans: readonly number[], fromMs: number): number {
  for (let i = 0; i + 1 < spans.length; i += 2) {
    if ((spans[i + 1] ?? 0) > fromMs) return Math.max(fromMs, spans[i] ?? fromMs)
  }
  return fromMs
}
