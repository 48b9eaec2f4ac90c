import type { ReactNode } from 'react'

import { useSession } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { ageText } from '../../ui/age.ts'
import { browserOf } from '../../ui/browser-of.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePeopleOn } from './queries.ts'

function initialsOf(name: string): string {
  return Array.from(name).slice(0, 2).join('').toUpperCase()
}

/** Who is logged in and did something within the last minutes. */
export function People({ now }: { now: number }): ReactNode {
  const t = useT()
  const { data, isError } = usePeopleOn()
  const own = useSession(({ user }) => user?.currentAccount)
  return (
    <section className="home-card" aria-labelledby="home-people">
      <div className="home-card-head">
        <h2 id="home-people">{t('home.people')}</h2>
        {data && <span className="home-quiet">{t('ui.number', { value: data.Total })}</span>}
      </div>
      {isError && <p className="home-quiet">{t('home.loadFailed')}</p>}
      {!data && !isError && <Skeleton shape="rows" count={2} />}
      <ul className="home-people">
        {data?.List.map((person) => (
          <li key={person.AccountID}>
            <span className="home-initials" aria-hidden="true">
              {initialsOf(person.Name || person.Account)}
            </span>
            <span>
              <b>
                {person.Name || person.Account} {person.Account === own && <small>{t('home.you')}</small>}
              </b>
              <span>
                {t('home.seen', {
                  browser: browserOf(person.UserAgent) ?? person.Address,
                  age: ageText(t, now - person.LastSeenAt),
                })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
