import './home.css'

import { type ReactNode, useState } from 'react'

import { AlarmRows } from '../../app/alarms/AlarmRows.tsx'
import type { ViewedAlarm } from '../../app/alarms/viewed-alarm.ts'
import { OneAlarm } from '../../app/alarms/OneAlarm.tsx'
import { useCompanyTime } from '../../app/company-time.ts'
import { changeSetting, useSetting } from '../../app/settings.ts'
import { useT } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useNow } from '../../ui/age.ts'
import { Attention } from './Attention.tsx'
import { People } from './People.tsx'
import { useLastAlarms } from './queries.ts'
import { Recorded } from './Recorded.tsx'
import { Storage } from './Storage.tsx'

/** Reading 60: for the administrator, what is wrong, storage, the last alarms and who is on. */
export function Home(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const now = useNow()
  const isFirst = useSetting((setting) => setting.isHomeFirst)
  return (
    <div className="home list-page">
      <PageHead>
        <Checkbox
          label={t('home.openFirst')}
          state={isFirst ? 'checked' : 'none'}
          onCheck={(isHomeFirst) => changeSetting({ isHomeFirst })}
        />
        <span className="home-now">
          {time.day(now)} {time.minute(now)}
        </span>
      </PageHead>
      <div className="home-column">
        <Attention now={now} />
        <Recorded />
      </div>
      <div className="home-column">
        <Storage />
        <LastAlarms />
        <People now={now} />
      </div>
    </div>
  )
}

function LastAlarms(): ReactNode {
  const t = useT()
  const { data, isError } = useLastAlarms()
  const [viewed, setViewed] = useState<ViewedAlarm>()
  return (
    <section className="home-card home-alarms" aria-labelledby="home-alarms">
      <div className="home-card-head">
        <h2 id="home-alarms">{t('home.alarms')}</h2>
        <a href="#/alarmManger">{t('alarms.showAll')}</a>
      </div>
      {isError && <p className="home-quiet">{t('home.loadFailed')}</p>}
      {data?.length === 0 && <p className="home-quiet">{t('alarms.empty')}</p>}
      {!data && !isError && <Skeleton shape="rows" count={5} />}
      <AlarmRows alarms={data ?? []} onView={setViewed} />
      {viewed && <OneAlarm alarm={viewed} onClose={() => setViewed(undefined)} />}
    </section>
  )
}
