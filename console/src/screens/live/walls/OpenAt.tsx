import { useQuery } from '@tanstack/react-query'
import { openWalls, sendToWall } from '@vedette/contract/calls/wall'
import type { ReactNode } from 'react'

import { useT } from '../../../i18n/language.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import type { OpenedWall } from './use-open-wall.ts'

const AGAIN_MS = 3000

interface Props {
  wallId: string
  opened: OpenedWall
  camera: (DeviceChannel & { name: string }) | undefined
}

/** At whom a saved wall is open: the camera of the chosen window can be sent there. */
export function OpenAt({ wallId, opened, camera }: Props): ReactNode {
  const t = useT()
  const open = useQuery({
    queryKey: [openWalls.path],
    queryFn: async ({ signal }) => (await send(openWalls, {}, { signal })).List,
    // Colleagues open and close them while the dialog is in sight.
    refetchOnMount: 'always',
    refetchInterval: AGAIN_MS,
  })
  const others = (open.data ?? []).filter((it) => it.WallID === wallId && it.OpenID !== opened.id)
  const isHere = opened.wallId === wallId
  if (others.length === 0 && !isHere) return null
  const give = (OpenID: string, name: string): Promise<boolean> =>
    succeeds(async () => {
      if (!camera) return
      await send(sendToWall, { OpenID, DID: camera.did, Channel: camera.channel })
      say('success', t('walls.sent', { camera: camera.name, name }))
    })
  return (
    <div className="saved-wall-open">
      {isHere && (
        <p>
          <small>{t('walls.takes')}</small>
          <button type="button" className="button" onClick={() => opened.open('')}>
            {t('walls.takesNone')}
          </button>
        </p>
      )}
      {others.map(({ OpenID, Account }) => (
        <p key={OpenID}>
          <small>{t('walls.openAt', { name: Account })}</small>
          {camera && (
            <button type="button" className="button" onClick={() => void give(OpenID, Account)}>
              {t('walls.send', { camera: camera.name })}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
