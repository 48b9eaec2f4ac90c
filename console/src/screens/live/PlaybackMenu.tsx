import { type ReactNode, useId } from 'react'

import { useT } from '../../i18n/language.ts'
import { availableMethods } from '../../player/abilities.ts'
import type { Way } from '../../player/method.ts'
import { Choice } from '../../ui/Choice.tsx'
import { PlaybackIcon } from './icons.tsx'
import { choosePlayback, chooseWallView, usePlayback, useWallView } from './playback.ts'

const METHOD_TEXT = {
  auto: 'live.methodAuto',
  mse: 'live.methodMse',
  webcodecs: 'live.methodWebcodecs',
} as const satisfies Record<Way, string>

interface Props {
  /** The camera of the chosen window. */
  chosen: { key: string; name: string } | undefined
}

/** How pictures are played and how loud the one window is that is heard. */
export function PlaybackMenu({ chosen: camera }: Props): ReactNode {
  const t = useT()
  const id = useId()
  const { method, volume } = usePlayback()
  const methods = availableMethods()
  const ways: Way[] = ['auto', ...methods]
  const { streams } = useWallView()
  const chooseStream = (key: string, stream: 'auto' | 'main' | 'sub'): void => {
    const { [key]: _before, ...others } = streams
    chooseWallView({ streams: stream === 'auto' ? others : { ...others, [key]: stream } })
  }
  return (
    <>
      <button
        type="button"
        className="live-tool"
        data-tool="playback"
        aria-label={t('live.playback')}
        title={t('live.playback')}
        popoverTarget={id}
      >
        <PlaybackIcon />
      </button>
      <div id={id} popover="auto" className="popover live-playback">
        <Choice
          label={t('live.method')}
          options={ways.map((value) => ({ value, label: t(METHOD_TEXT[value]) }))}
          value={method}
          onChoose={(chosen) => choosePlayback({ method: chosen })}
        />
        {!methods.includes('webcodecs') && <p className="live-playback-note">{t('live.noWebcodecs')}</p>}
        {camera && (
          <Choice
            label={t('live.streamOf', { name: camera.name })}
            options={[
              { value: 'auto', label: t('live.streamAuto') },
              { value: 'main', label: t('live.streamMain') },
              { value: 'sub', label: t('live.streamSub') },
            ]}
            value={streams[camera.key] ?? 'auto'}
            onChoose={(stream) => chooseStream(camera.key, stream)}
          />
        )}
        <label className="field">
          <span>{t('live.volume')}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(volume * 100)}
            onChange={(event) => choosePlayback({ volume: event.currentTarget.valueAsNumber / 100 })}
          />
        </label>
      </div>
    </>
  )
}
