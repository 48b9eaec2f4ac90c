import { useQuery } from '@tanstack/react-query'
import { deviceList } from '@vedette/contract/calls/device'
import { LOST } from '@vedette/contract/devices'
import { METHOD } from '@vedette/contract/push'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { IconTrouble } from '../ui/page-icons.tsx'
import { calm } from '../wire/calm.ts'
import { ask } from '../wire/send.ts'
import { push } from './push.ts'
import { isPermitted, type LoggedIn } from './session-store.ts'
import { useSession } from './session.ts'
import { useTold } from './use-told.ts'

/** Pushes say who goes and comes; this finds what no push has told. */
const LOOK_EVERY_MS = 60_000
const MOST_LISTED = 50

/** For those who watch or manage devices: how many are offline, and which, each with the way to it; nothing while all are there. */
export function TroublePill(): ReactNode {
  const t = useT()
  const user = useSession((state) => state.user)
  const mayKnow = isPermitted(user, 'realTimeVideo') || isPermitted(user, 'deviceManger')
  const { data, refetch } = useQuery({
    queryKey: [deviceList.path, 'offline'],
    // Nobody asked for it, so no failure is shown; while the platform is away the link's own status says so.
    queryFn: async () => {
      await calm()
      if (push.attempt() > 0) return null
      return await ask(deviceList, { ...LOST, PageSize: MOST_LISTED })
    },
    enabled: mayKnow,
    refetchInterval: LOOK_EVERY_MS,
  })
  useTold(METHOD.presence, refetch, mayKnow)
  useTold(METHOD.devicesChanged, refetch, mayKnow)
  const { List = [], Total = 0 } = (mayKnow && data) || {}
  return (
    <span role="status">
      {Total > 0 && (
        <>
          <button
            type="button"
            className="trouble-pill"
            popoverTarget="trouble"
            title={t('shell.offlineDevices')}
          >
            <IconTrouble />
            <span>{t('shell.offline', { count: Total })}</span>
          </button>
          <div
            id="trouble"
            popover="auto"
            className="popover popover-end"
            role="group"
            aria-label={t('shell.offlineDevices')}
          >
            <ul className="trouble-list">
              {List.map(({ DID, Alias, DevName }) => (
                <li key={DID}>
                  <IconTrouble />
                  <a href={addressOf(user, DID)}>{Alias || DevName}</a>
                </li>
              ))}
            </ul>
            {Total > List.length && isPermitted(user, 'deviceManger') && (
              <a href="#/deviceManger?status=offline">{t('home.allOffline', { count: Total })}</a>
            )}
          </div>
        </>
      )}
    </span>
  )
}

/** Where somebody can do something about a device, or see what it showed last. */
function addressOf(user: LoggedIn | undefined, did: string): string {
  if (isPermitted(user, 'deviceManger', 'deviceConf')) return `#/deviceConf/${did}`
  if (isPermitted(user, 'deviceManger')) return `#/deviceManger?text=${did}`
  return `#/realTimeVideo?view=${did}`
}
