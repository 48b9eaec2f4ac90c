import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import type { Steering } from './ptz/PtzPanel.tsx'

const PtzPanel = lazy(async () => ({ default: (await import('./ptz/PtzPanel.tsx')).PtzPanel }))
const PtzGlass = lazy(async () => ({ default: (await import('./ptz/PtzGlass.tsx')).PtzGlass }))

interface SteeringOfWall {
  isSteering: boolean
  steer: (isSteering: boolean) => void
  takeControls: (steering: Steering | undefined) => void
  /** Lies over the picture while it is steered. */
  glass: ReactNode
}

/** Whether keys and pointer turn the camera of the chosen window; with another one it ends. */
export function useSteering(device: string | undefined): SteeringOfWall {
  const [steered, setSteered] = useState<string>()
  const [controls, setControls] = useState<Steering>()
  const isSteering = device !== undefined && steered === device
  const steer = useCallback((is: boolean) => setSteered(is ? device : undefined), [device])
  return {
    isSteering,
    steer,
    takeControls: setControls,
    glass:
      isSteering && controls ? (
        <Suspense>
          <PtzGlass steering={controls} />
        </Suspense>
      ) : undefined,
  }
}

interface PtzSideProps {
  /** Undefined where the chosen window's camera does not turn. */
  device: DeviceChannel | undefined
  name: string
  steering: SteeringOfWall
}

export function PtzSide({ device, name, steering }: PtzSideProps): ReactNode {
  const t = useT()
  return (
    <aside className="live-ptz" aria-label={t('ptz.title')}>
      {device ? (
        <Suspense>
          <PtzPanel
            key={deviceToText(device)}
            device={device}
            name={name}
            isSteering={steering.isSteering}
            onSteer={steering.steer}
            onControls={steering.takeControls}
          />
        </Suspense>
      ) : (
        <p className="live-note">{t('ptz.notThis')}</p>
      )}
    </aside>
  )
}
