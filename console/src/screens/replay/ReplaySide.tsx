import { type ReactNode, useMemo, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { momentOf } from '../../app/zoned-time.ts'
import { useT } from '../../i18n/language.ts'
import { Calendar } from '../../ui/date/Calendar.tsx'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { DeviceTree, type DeviceTreeProps } from '../../ui/device-tree/DeviceTree.tsx'
import type { useSite } from '../../ui/device-tree/use-site.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { useDayMarks } from './day-marks.ts'

/** How many cameras the calendar covers while none is chosen. */
const SAMPLE = 32

interface Props {
  site: ReturnType<typeof useSite>
  tree: DeviceTreeProps['model']
  revision: number
  keys: readonly string[]
  atMs: number
  /** The same time of another day. */
  onDay: (atMs: number) => void
  onPlay: (device: DeviceChannel) => void
  /** All of a region or a recorder are played. */
  onPlayAll: (devices: readonly DeviceChannel[]) => void
}

/** The calendar of what is recorded, and the cameras. */
export function ReplaySide({ site, tree, revision, keys, atMs, onDay, onPlay, onPlayAll }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const day = time.day(atMs)
  const [month, setMonth] = useState(day.slice(0, 7))
  const all = useMemo(() => site.data?.devices.slice(0, SAMPLE).map(({ DID }) => DID) ?? [], [site.data])
  const marks = useDayMarks(keys.length > 0 ? keys : all, month)
  const playing = useMemo(() => new Set(keys), [keys])
  return (
    <aside className="replay-side" aria-label={t('replay.cameras')}>
      <Calendar
        label={t('replay.day')}
        value={day}
        marks={marks}
        max={time.day(serverNow())}
        onMonth={setMonth}
        onChoose={(chosen) => onDay(momentOf(zone, chosen, time.clock(atMs)))}
      />
      {site.data && (
        <DeviceTree
          model={tree}
          revision={revision}
          playing={playing}
          onPlay={onPlay}
          onPlayAll={onPlayAll}
        />
      )}
      {site.isError && (
        <div className="replay-note" role="alert">
          <p>{t('live.devicesFailed')}</p>
          <button type="button" className="button" onClick={() => void site.refetch()}>
            {t('ui.tryAgain')}
          </button>
        </div>
      )}
    </aside>
  )
}
