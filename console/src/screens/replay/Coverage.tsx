import './coverage.css'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { momentOf } from '../../app/zoned-time.ts'
import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { serverNow } from '../../wire/server-clock.ts'
import { lanesOf } from './queries.ts'
import { partRecorded } from './spans.ts'

const DAY_MS = 86_400_000
const DAYS = 30
const HOUR_MS = 3_600_000
/** As many as one question answers for. */
const MOST_CAMERAS = 32

interface Props {
  cameras: readonly (DeviceChannel & { name: string })[]
  onOpen: (camera: DeviceChannel, atMs: number) => void
  onClose: () => void
}

/** How much of each day was recorded: cameras below each other, the last days beside each other. */
export function Coverage({ cameras, onOpen, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const shown = cameras.slice(0, MOST_CAMERAS)
  const keys = shown.map(deviceToText)
  const nowMs = Math.floor(serverNow() / HOUR_MS) * HOUR_MS + HOUR_MS
  const range = { From: nowMs - (DAYS + 1) * DAY_MS, To: nowMs, Step: 60_000 }
  const { data, isError } = useQuery({
    queryKey: ['coverage', keys, range],
    queryFn: ({ signal }) => lanesOf(keys, range, signal),
  })
  // A day of the zone has 23 to 25 hours: noon is in it all the same.
  const today = momentOf(zone, time.day(serverNow()), '12:00:00')
  const days = Array.from({ length: DAYS }, (_, i) => time.day(today - (DAYS - 1 - i) * DAY_MS))
  const begins = [...days, time.day(today + DAY_MS)].map((day) => momentOf(zone, day))
  return (
    <Dialog kind="wide" title={t('replay.coverage')} onClose={onClose}>
      {(close) => (
        <div className="coverage">
          <p>{t('replay.coverageHint', { days: DAYS })}</p>
          {!data && <p>{t(isError ? 'ui.loadFailed' : 'ui.loading')}</p>}
          {data && (
            <table>
              <tbody>
                {shown.map((camera, row) => (
                  <tr key={keys[row]}>
                    <th scope="row">{camera.name}</th>
                    {days.map((day, i) => {
                      const fromMs = begins[i] ?? 0
                      const toMs = Math.min(begins[i + 1] ?? 0, serverNow())
                      const spans = data.get(keys[row] ?? '') ?? []
                      const part = partRecorded(spans, fromMs, toMs)
                      // A minute of a day is something, and a day without it is not whole.
                      const percent = part > 0 ? Math.max(1, Math.floor(part * 100)) : 0
                      const label = t('replay.coverageDay', { name: camera.name, day, percent })
                      return (
                        <td key={day}>
                          <button
                            type="button"
                            aria-label={label}
                            title={label}
                            data-level={Math.ceil(percent / 25)}
                            disabled={percent === 0}
                            onClick={() => {
                              onOpen(camera, firstIn(spans, fromMs))
                              close()
                            }}
                          />
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {cameras.length > MOST_CAMERAS && <p>{t('replay.coverageMore', { count: MOST_CAMERAS })}</p>}
        </div>
      )}
    </Dialog>
  )
}

/** The first moment at or after one at which something is recorded. */
function firstIn(spans: readonly number[], fromMs: number): number {
  for (let i = 0; i + 1 < spans.length; i += 2) {
    if ((spans[i + 1] ?? 0) > fromMs) return Math.max(fromMs, spans[i] ?? fromMs)
  }
  return fromMs
}
