import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recordChecks } from '@vedette/contract/calls/record-check'

import { useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { dayAfter, momentOf } from '../../app/zoned-time.ts'
import { send } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { deviceToText } from '../device-tree/device-text.ts'
import { type Cell, cellsOf, type CoveredCamera, type WrongStretch, wrongOf } from './coverage-cells.ts'
import { type Lanes, lanesOf } from './lanes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Coverage {
  /** Days, or hours of one. */
  heads: { key: string; text: string; label: string }[]
  rows: { camera: CoveredCamera; cells: Cell[]; wrong: WrongStretch[] }[]
  /** Absent until it is known. */
  found: { lanes: Lanes; canLook: boolean } | undefined
  isError: boolean
  again: () => void
}

/** How much of each of the last days, or of each hour of `day`, was recorded of at most `MOST_CAMERAS`, and what was wrong with it. */
export function useCoverage(cameras: readonly CoveredCamera[], days: number, day?: string): Coverage {
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const keys = cameras.map(deviceToText)
  const nowMs = Math.floor(serverNow() / HOUR_MS) * HOUR_MS + HOUR_MS
  const range = { From: nowMs - (days + 1) * DAY_MS, To: nowMs }
  const { data, isError, refetch } = useQuery({
    queryKey: ['coverage', keys, range],
    queryFn: async ({ signal }) => {
      const DIDs = [...new Set(cameras.map(({ did }) => did))]
      const [lanes, checks] = await Promise.all([
        lanesOf(keys, { ...range, Step: 60_000 }, signal),
        send(recordChecks, { DIDs, ...range }, { signal }),
      ])
      const hours = new Map(
        checks.List.map(({ DID, Channel, Hours }) => [deviceToText({ did: DID, channel: Channel }), Hours]),
      )
      return { lanes, hours, canLook: checks.CanLook }
    },
    enabled: cameras.length > 0,
    placeholderData: keepPreviousData,
  })
  const { heads, begins } = day === undefined ? lastDays() : hoursOf(day)
  const rows = cameras.map((camera) => {
    const key = deviceToText(camera)
    const hours = data?.hours.get(key) ?? []
    return {
      camera,
      cells: cellsOf(data?.lanes.get(key) ?? [], hours, begins, serverNow()),
      wrong: wrongOf(hours.filter(({ At }) => At + HOUR_MS > (begins[0] ?? 0))),
    }
  })
  return { heads, rows, found: data, isError, again: () => void refetch() }

  function lastDays() {
    const today = time.day(serverNow())
    const shown = Array.from({ length: days }, (_, i) => dayAfter(today, i + 1 - days))
    return {
      begins: [...shown, dayAfter(today)].map((it) => momentOf(zone, it)),
      heads: shown.map((it) => ({ key: it, text: it.slice(8), label: it })),
    }
  }

  /** 23 to 25 of them. */
  function hoursOf(of: string) {
    const [fromMs, toMs] = [momentOf(zone, of), momentOf(zone, dayAfter(of))]
    const count = Math.round((toMs - fromMs) / HOUR_MS)
    const begins = Array.from({ length: count + 1 }, (_, i) => fromMs + i * HOUR_MS)
    const heads = begins.slice(0, -1).map((ms) => {
      const minute = time.minute(ms)
      return { key: String(ms), text: minute.slice(0, 2), label: `${of} ${minute}` }
    })
    return { begins, heads }
  }
}
