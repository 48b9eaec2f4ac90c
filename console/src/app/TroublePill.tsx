import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { IconTrouble } from '../ui/page-icons.tsx'
import { useWallTrouble } from './wall-trouble.ts'

/** How many cameras of the wall are lost, and which; nothing while all are there. */
export function TroublePill(): ReactNode {
  const t = useT()
  const lost = useWallTrouble((state) => state.lost)
  return (
    <span role="status">
      {lost.length > 0 && (
        <>
          <button
            type="button"
            className="trouble-pill"
            popoverTarget="trouble"
            title={t('shell.lostCameras')}
          >
            <IconTrouble />
            <span>{t('shell.lost', { count: lost.length })}</span>
          </button>
          <div
            id="trouble"
            popover="auto"
            className="popover popover-end"
            role="group"
            aria-label={t('shell.lostCameras')}
          >
            <ul className="trouble-list">
              {lost.map(({ did, channel, name }) => (
                <li key={`${did}/${channel}`}>
                  <IconTrouble />
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </span>
  )
}
