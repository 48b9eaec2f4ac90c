import { CHECK_FAULTS, type CheckFault } from '@vedette/contract/calls/record-check'
import type { ReactNode } from 'react'

import { replayAddress } from '../../app/replay-address.ts'
import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useRecordedWeek } from './queries.ts'

const WRONG_SHOWN = 5

/** How much of what was to be recorded is there, and the cameras of which something is wrong, the worst first. */
export function Recorded(): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const { data, isError } = useRecordedWeek()
  const percent = data?.Percent ?? null
  return (
    <section className="home-card" aria-labelledby="home-recorded">
      <h2 id="home-recorded">{t('home.recorded')}</h2>
      {isError && <p className="home-quiet">{t('home.loadFailed')}</p>}
      {!data && !isError && <Skeleton shape="form" count={2} />}
      {data && percent === null && <p className="home-quiet">{t('home.recordedLater')}</p>}
      {data && percent !== null && (
        <>
          <p>
            <b className="home-figure">
              {new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
                percent / 100,
              )}
            </b>{' '}
            <span className="home-quiet">{t('home.recordedOf', { count: data.Cameras })}</span>
          </p>
          {data.Wrong.length === 0 && <p className="home-quiet">{t('recordCheck.weekGood')}</p>}
          <ul className="home-people">
            {data.Wrong.slice(0, WRONG_SHOWN).map(({ DID, Channel, Name, Hours }) => (
              <li key={`${DID} ${Channel}`}>
                <span>
                  <a href={replayAddress({ dids: [{ did: DID, channel: Channel }] })}>{Name}</a>
                  <span>{faultsText(t, Hours)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function faultsText(t: Translate, hours: Partial<Record<CheckFault, number>>): string {
  return CHECK_FAULTS.filter((fault) => hours[fault])
    .map((fault) => t(`recordCheck.${fault}`))
    .join(t('ui.comma'))
}
