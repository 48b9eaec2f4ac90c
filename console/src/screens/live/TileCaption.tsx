import '../../ui/window/caption.css'

import type { Presence } from '@vedette/contract/devices'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { codecName } from '../../player/codec-policy.ts'
import type { Figures } from '../../player/figures.ts'
import type { Playing } from '../../player/live-window.ts'
import { PresenceDot } from '../../ui/device-tree/TreeRow.tsx'
import { withKeys } from '../../ui/shortcuts/key-combination.ts'
import { CaptionButton } from '../../ui/window/CaptionButton.tsx'
import { IconClose } from '../../ui/control-icons.tsx'
import { FullScreenIcon, MutedIcon, SoundIcon } from '../../ui/window/icons.tsx'
import { ageText, rateText } from './figure-text.ts'
import { AlarmIcon, HistoryIcon, LockIcon } from './icons.tsx'
import { WALL_KEYS } from './wall-keys.ts'

interface TileCaptionProps {
  shownId: string
  name: string
  presence: Presence | undefined
  isUpgrading: boolean
  /** Undefined unless live. */
  figures: Figures | undefined
  playing: Playing | undefined
  zoom: number
  isHeard: boolean
  isLocked: boolean
  isForAlarms: boolean
  /** Only the chosen window's buttons are stops of the Tab key, as windows follow one another by arrow keys. */
  isStop: boolean
  /** Undefined where nobody may look back. */
  onReplay: (() => void) | undefined
  onSound: () => void
  onFullScreen: () => void
  onClose: () => void
}

export function TileCaption({
  shownId,
  name,
  presence,
  isUpgrading,
  figures,
  playing,
  zoom,
  isHeard,
  isLocked,
  isForAlarms,
  isStop,
  onReplay,
  onSound,
  onFullScreen,
  onClose,
}: TileCaptionProps): ReactNode {
  const t = useT()
  // Whose sound it was would change with every turn.
  const hasSound = !isLocked && playing?.format.audio !== undefined
  return (
    <div className="tile-caption">
      {presence && <PresenceDot presence={presence} isUpgrading={isUpgrading} />}
      {isLocked && (
        <span className="tile-lock" role="img" aria-label={t('patrol.window')} title={t('patrol.window')}>
          <LockIcon />
        </span>
      )}
      {isForAlarms && (
        <span className="tile-lock" role="img" aria-label={t('live.alarmHint')} title={t('live.alarmHint')}>
          <AlarmIcon />
        </span>
      )}
      <b title={shownId}>{name}</b>
      {zoom > 1 && <span className="tile-zoom">{zoom.toFixed(1)}×</span>}
      {figures && playing && (
        <>
          <span className="tile-figures">
            {t('live.figures', {
              rate: rateText(figures.kbps),
              fps: figures.fps,
              age: ageText(figures.ageMs),
              codec: playing.isConverted
                ? t('live.converted', { codec: codecName(playing.format.codec) })
                : codecName(playing.format.codec),
            })}
          </span>
          <span className="tile-age">
            {playing.isConverted && `${t('live.convertedShort')} · `}
            {ageText(figures.ageMs)}
          </span>
        </>
      )}
      <span className="tile-actions" data-heard={isHeard}>
        {hasSound && (
          <CaptionButton
            tool="sound"
            label={withKeys(isHeard ? t('live.mute', { name }) : t('live.listen', { name }), WALL_KEYS.sound)}
            isPressed={isHeard}
            isStop={isStop}
            run={onSound}
          >
            {isHeard ? <SoundIcon /> : <MutedIcon />}
          </CaptionButton>
        )}
        {onReplay && (
          <CaptionButton tool="replay" label={t('live.history', { name })} isStop={isStop} run={onReplay}>
            <HistoryIcon />
          </CaptionButton>
        )}
        <CaptionButton
          tool="tile-full-screen"
          label={t('live.windowFullScreen')}
          isStop={isStop}
          run={onFullScreen}
        >
          <FullScreenIcon />
        </CaptionButton>
        {!isLocked && (
          <CaptionButton
            tool="close"
            label={withKeys(t('live.close', { name }), WALL_KEYS.close)}
            isStop={isStop}
            run={onClose}
          >
            <IconClose />
          </CaptionButton>
        )}
      </span>
    </div>
  )
}
