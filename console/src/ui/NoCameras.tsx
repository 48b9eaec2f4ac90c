import type { ReactNode } from 'react'

import { useCan } from '../app/session.ts'
import { useT } from '../i18n/language.ts'
import type { DrawingName } from './drawings.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  drawing: DrawingName
  /** What comes here once there are cameras. */
  text?: string
}

/** Stands in the place of what cameras would show; those who may add one are led there. */
export function NoCameras({ drawing, text }: Props): ReactNode {
  const t = useT()
  const canAdd = useCan('deviceManger', 'add')
  const next = t(canAdd ? 'live.noDevicesYet' : 'live.noDevices')
  return (
    <EmptyState
      title={t('live.noCameras')}
      text={text === undefined ? next : t('live.thenNext', { text, next })}
      drawing={drawing}
    >
      {canAdd && (
        <a className="button button-primary" href="#/deviceManger?open=add">
          {t('live.addCamera')}
        </a>
      )}
    </EmptyState>
  )
}
