import type { ReactNode } from 'react'

import { COVERAGE_PATH, replayAddress } from '../../app/replay-address.ts'
import { usePhone } from '../../app/use-phone.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { type Cell, type CoveredCamera, firstIn } from '../../ui/coverage/coverage-cells.ts'
import { CoverageTable } from '../../ui/coverage/CoverageTable.tsx'
import { useCoverage } from '../../ui/coverage/use-coverage.ts'
import { deviceToText } from '../../ui/device-tree/device-text.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCamerasToCheck, useRecordedWeek } from './queries.ts'

const DAYS = 30
const DAYS_ON_PHONE = 10

/** What of the last days is recorded, the cameras of which something is wrong first. */
export function Recorded(): ReactNode {
  const t = useT()
  const days = usePhone() ? DAYS_ON_PHONE : DAYS
  const { cameras, areMore } = useCamerasToCheck()
  if (cameras?.length === 0) return null
  return (
    <section className="home-card home-recorded" aria-labelledby="home-recorded">
      <div className="home-card-head">
        <h2 id="home-recorded">{t('home.recorded', { days })}</h2>
        <ul className="coverage-keys">
          <li className="coverage-key" data-level="4">
            {t('recordCheck.whole')}
          </li>
          <li className="coverage-key" data-level="2">
            {t('recordCheck.part')}
          </li>
          <li className="coverage-key" data-wrong="true">
            {t('recordCheck.faulty')}
          </li>
        </ul>
      </div>
      <Days cameras={cameras ?? []} days={days} />
      {areMore && <a href={`#${COVERAGE_PATH}`}>{t('home.recordedAll')}</a>}
      <Week />
    </section>
  )
}

function Days({ cameras, days }: { cameras: readonly CoveredCamera[]; days: number }): ReactNode {
  const t = useT()
  const isPhone = usePhone()
  const { rows, heads, found, isError } = useCoverage(cameras, days)
  if (isError) return <p className="home-quiet">{t('home.loadFailed')}</p>
  if (!found) return <Skeleton shape="rows" count={6} />
  const open = (camera: CoveredCamera, { fromMs }: Cell): void => {
    const at = firstIn(found.lanes.get(deviceToText(camera)) ?? [], fromMs)
    location.hash = replayAddress({ dids: [camera], at })
  }
  return (
    <CoverageTable
      rows={rows}
      heads={heads}
      onCell={isPhone ? undefined : open}
      nameOf={(camera) =>
        isPhone ? camera.name : <a href={replayAddress({ dids: [camera] })}>{camera.name}</a>
      }
    />
  )
}

/** How much of what was to be recorded is there. */
function Week(): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const { data } = useRecordedWeek()
  if (!data || data.Percent === null) return null
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <>
      <p>
        <b className="home-figure">{format.format(data.Percent / 100)}</b>{' '}
        <span className="home-quiet">{t('home.recordedOf', { count: data.Cameras })}</span>
      </p>
      {data.Wrong.length === 0 && <p className="home-quiet">{t('recordCheck.weekGood')}</p>}
    </>
  )
}
