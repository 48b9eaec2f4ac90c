import './ptz.css'

import { type PtzType, PTZ_STEP } from '@vedette/contract/calls/device-message'
import { type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { HoldButton } from './HoldButton.tsx'
import { Presets } from './Presets.tsx'
import { PtzTours } from './PtzTours.tsx'
import { quietly } from './quietly.ts'
import { useSteeringKeys } from './use-steering-keys.ts'
import { type PtzControls, usePtz } from './use-ptz.ts'

const PAD: readonly (PtzType | 'home')[] = [
  'leftUp',
  'up',
  'rightUp',
  'left',
  'home',
  'right',
  'leftDown',
  'down',
  'rightDown',
]
/** How far each arrow is turned from one that points up. */
const TURNED: Partial<Record<PtzType, number>> = {
  up: 0,
  rightUp: 45,
  right: 90,
  rightDown: 135,
  down: 180,
  leftDown: 225,
  left: 270,
  leftUp: 315,
}
const FIRST_SPEED = 5

export interface Steering {
  drive: PtzControls['drive']
  speed: number
  /** Undefined where the camera can't turn by parts of its picture. */
  aim: PtzControls['aim'] | undefined
}

interface PtzPanelProps {
  device: DeviceChannel
  name: string
  isSteering: boolean
  onSteer: (isSteering: boolean) => void
  /** The picture is dragged by this; undefined when the panel goes. */
  onControls: (steering: Steering | undefined) => void
}

/** Turns, zooms and focuses the camera of the chosen window. */
export function PtzPanel({ device, name, isSteering, onSteer, onControls }: PtzPanelProps): ReactNode {
  const t = useT()
  const controls = usePtz(device)
  const { state, isFailed, lease, drive } = controls
  const aim = state?.CanAim ? controls.aim : undefined
  const [speed, setSpeed] = useState(FIRST_SPEED)
  const isBarred = lease.Account !== '' && !lease.IsMine
  const start = (type: PtzType): void => drive.start(type, speed)
  const stop = (type: PtzType): void => drive.stop(type)
  const [hasZoom, hasFocus] = [state?.HasZoom !== false, state?.HasFocus === true]
  useSteeringKeys({ isSteering, drive, speed, hasZoom, hasFocus, onEnd: () => onSteer(false) })
  useEffect(() => {
    onControls({ drive, speed, aim })
    return () => onControls(undefined)
  }, [drive, speed, aim, onControls])
  useShortcuts([
    {
      keys: ['p'],
      label: t('ptz.steer'),
      group: t('ptz.group'),
      command: 'steer',
      run: () => onSteer(!isSteering),
    },
  ])
  const hold = (type: PtzType, sign: ReactNode, isDisabled = false): ReactNode => (
    <HoldButton
      key={type}
      type={type}
      label={t(`ptz.${type}`)}
      isDisabled={isDisabled}
      onStart={start}
      onStop={stop}
    >
      {sign}
    </HoldButton>
  )
  return (
    <section className="ptz" aria-label={t('ptz.title')} data-did={device.did}>
      <h2>{name}</h2>
      <p className="ptz-hand" role="status" data-barred={isBarred}>
        {isBarred ? t('ptz.inHand', { name: lease.Account }) : lease.IsMine ? t('ptz.mine') : ''}
        {isFailed && t('ptz.failed')}
        {!state && !isFailed && t('ptz.loading')}
      </p>
      <div className="ptz-pad" role="group" aria-label={t('ptz.pad')}>
        {PAD.map((type) =>
          type === 'home' ? (
            <button
              key={type}
              type="button"
              className="ptz-home"
              aria-label={t('ptz.home')}
              title={t('ptz.home')}
              disabled={state?.HasHome === false}
              onClick={() => void quietly(controls.home('go'))}
            >
              <Icon>
                <path d="m4 11 8-7 8 7v9h-5.5v-6h-5v6H4Z" />
              </Icon>
            </button>
          ) : (
            hold(type, <Arrow turned={TURNED[type] ?? 0} />)
          ),
        )}
      </div>
      <div className="ptz-line" role="group" aria-label={t('ptz.zoom')}>
        <span>{t('ptz.zoom')}</span>
        {hold('zoomOut', <Sign isPlus={false} />, !hasZoom)}
        {hold('zoomIn', <Sign isPlus />, !hasZoom)}
      </div>
      {hasFocus && (
        <div className="ptz-line" role="group" aria-label={t('ptz.focus')}>
          <span>{t('ptz.focus')}</span>
          {hold('focusNear', <Sign isPlus={false} />)}
          {hold('focusFar', <Sign isPlus />)}
        </div>
      )}
      <label className="ptz-line">
        <span>{t('ptz.speed')}</span>
        <input
          type="range"
          min={PTZ_STEP.min}
          max={PTZ_STEP.max}
          value={speed}
          onChange={({ currentTarget }) => setSpeed(currentTarget.valueAsNumber)}
        />
        <output>{speed}</output>
      </label>
      <button
        type="button"
        className="button"
        data-tool="steer"
        aria-pressed={isSteering}
        onClick={() => onSteer(!isSteering)}
      >
        {t('ptz.steer')} <kbd>P</kbd>
      </button>
      {isSteering && (
        <p className="ptz-note">
          {t('ptz.steerHint')} {aim && t('ptz.aimHint')}
        </p>
      )}
      <Presets controls={controls} />
      {(state ?? isFailed) && <PtzTours device={device} presets={state?.Presets} />}
    </section>
  )
}

function Arrow({ turned }: { turned: number }): ReactNode {
  return (
    <Icon>
      <path d="m6 14 6-6 6 6" transform={`rotate(${turned} 12 12)`} />
    </Icon>
  )
}

function Sign({ isPlus }: { isPlus: boolean }): ReactNode {
  return (
    <Icon>
      <path d={isPlus ? 'M5 12h14M12 5v14' : 'M5 12h14'} />
    </Icon>
  )
}
