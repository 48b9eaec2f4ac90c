import './coverage.css'

import { useQuery } from '@tanstack/react-query'
import { recordCheckWeek } from '@vedette/contract/calls/record-check'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { type CoveredCamera, firstIn } from '../../ui/coverage/coverage-cells.ts'
import { CoverageTable } from '../../ui/coverage/CoverageTable.tsx'
import { MOST_CAMERAS } from '../../ui/coverage/lanes.ts'
import { useCoverage } from '../../ui/coverage/use-coverage.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { send } from '../../wire/send.ts'
import { WrongRecordings } from './WrongRecordings.tsx'

const DAYS = 30
const MOST_NAMES = 5

interface Props {
  cameras: readonly CoveredCamera[]
  onOpen: (camera: DeviceChannel, atMs: number) => void
  onClose: () => void
}

/** How much of each day, or of each hour of one, was recorded of each camera, and what was wrong with it. */
export function Coverage({ cameras, onOpen, onClose }: Props): ReactNode {
  const t = useT()
  const [chosenDay, chooseDay] = useState<string | undefined>()
  const [page, setPage] = useState(1)
  const shown = cameras.slice((page - 1) * MOST_CAMERAS, page * MOST_CAMERAS)
  const { heads, rows, found, isError, again } = useCoverage(shown, DAYS, chosenDay)
  const wrong = rows.flatMap(({ camera, wrong: own }) => own.map((stretch) => ({ camera, stretch })))

  return (
    <Dialog kind="wide" title={t('replay.coverage')} onClose={onClose}>
      {(close) => {
        const open = (camera: DeviceChannel, atMs: number): void => {
          onOpen(camera, firstIn(found?.lanes.get(deviceToText(camera)) ?? [], atMs))
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
            {!found && shown.length > 0 && <NotYet isFailed={isError} onRetry={again} shape="rows" />}
            {found && (
              <div className="coverage-scroll">
                <CoverageTable
                  rows={rows}
                  heads={heads}
                  onHead={chosenDay === undefined ? chooseDay : undefined}
                  onCell={(camera, cell) => open(camera, cell.fromMs)}
                />
              </div>
            )}
            {cameras.length > MOST_CAMERAS && (
              <Pager
                total={cameras.length}
                page={page}
                pageSize={MOST_CAMERAS}
                isFetching={false}
                sizes={[MOST_CAMERAS]}
                onTurn={({ page: next }) => setPage(next)}
              />
            )}
            {found && !found.canLook && <p>{t('recordCheck.cannotLook')}</p>}
            {found && <WrongRecordings wrong={wrong} onOpen={open} />}
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
