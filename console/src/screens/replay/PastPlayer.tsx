import './past-player.css'

import type { BodyOf } from '@vedette/contract/call'
import { pastReplayUrl } from '@vedette/contract/calls/past-recordings'
import { METHOD } from '@vedette/contract/push'
import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

import { push } from '../../app/push.ts'
import { useT } from '../../i18n/language.ts'
import { type AskFootage, FootageDenied } from '../../player/footage.ts'
import { ReplayDeck } from '../../player/replay-deck.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { downloadFrom } from '../../ui/download-from.ts'
import { CallFailure, succeeds } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { Clock } from './Clock.tsx'
import { ReplayIcon } from './icons.tsx'
import { lengthText } from './length-text.ts'
import { ReplayTile } from './ReplayTile.tsx'
import { endBefore, nextStart } from '../../ui/coverage/spans.ts'
import { SpeedChoice } from './SpeedChoice.tsx'

type PastStream = Pick<BodyOf<typeof pastReplayUrl>, 'Device' | 'Channel' | 'Quality'>

export interface PastStretch extends PastStream {
  Spans: readonly number[]
  fromMs: number
  toMs: number
}

interface Props {
  stretch: PastStretch
  onClose: () => void
}

/** How often the slider follows what is played. */
const FOLLOW_EVERY_MS = 250

/** A stretch of a device that the company has no more, in a window of its own: the wall has places for devices alone. */
export function PastPlayer({ stretch, onClose }: Props): ReactNode {
  const { Device, Channel, Quality, Spans, fromMs, toMs } = stretch
  const t = useT()
  const key = Device
  const [deck] = useState(
    () =>
      new ReplayDeck(fromMs, {
        ask: () => pastFootageOf({ Device, Channel, Quality }),
        now: serverNow,
        nextFootage: (atMs, towards) => (towards > 0 ? nextStart : endBefore)(Spans, atMs),
      }),
  )
  // Before the tile's own effect, which takes the picture in.
  useLayoutEffect(() => {
    deck.setWindows([key])
    return () => deck.close()
  }, [deck, key])
  useEffect(() => deck.start(), [deck])
  useEffect(() => deck.setSound(key, 1), [deck, key])
  useEffect(() => push.on(METHOD.rightsChanged, () => deck.recheck()), [deck])
  const { isPlaying, speed } = useSyncExternalStore(deck.subscribe, () => deck.view)

  return (
    <Dialog kind="wide" title={Device} onClose={onClose}>
      {(close) => (
        <div className="past-player">
          <ReplayTile
            deck={deck}
            at={0}
            deviceKey={key}
            name={Device}
            isGateway={false}
            recorded={Spans}
            isChosen
            isHeard
            onDevice={undefined}
            fetching={undefined}
            onFetch={nothing}
            onStopFetch={nothing}
            onChoose={nothing}
            onClose={close}
          />
          <PlaySlider deck={deck} fromMs={fromMs} toMs={toMs} />
          <div className="past-player-tools">
            <button
              type="button"
              className="replay-tool"
              data-tool="play"
              aria-label={t('replay.play')}
              onClick={() => deck.play(!isPlaying)}
            >
              <ReplayIcon name={isPlaying ? 'pause' : 'play'} />
            </button>
            <Clock deck={deck} />
            <SpeedChoice speed={speed} onSpeed={(it) => deck.setSpeed(it)} />
            <button
              type="button"
              className="button"
              onClick={() => void download({ Device, Channel, Quality }, fromMs, toMs)}
            >
              <ReplayIcon name="download" />
              {t('replay.download', { length: lengthText(toMs - fromMs) })}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const nothing = (): void => {}

function PlaySlider({ deck, fromMs, toMs }: { deck: ReplayDeck; fromMs: number; toMs: number }): ReactNode {
  const t = useT()
  const [atMs, setAtMs] = useState(fromMs)
  useEffect(() => {
    const timer = setInterval(() => setAtMs(deck.atMs), FOLLOW_EVERY_MS)
    return () => clearInterval(timer)
  }, [deck])
  return (
    <input
      type="range"
      aria-label={t('replay.timeline')}
      min={fromMs}
      max={toMs}
      step="any"
      value={atMs}
      onChange={({ target }) => {
        deck.seek(Number(target.value))
        setAtMs(deck.atMs)
      }}
    />
  )
}

function pastFootageOf(stream: PastStream): AskFootage {
  return async (range, signal) => {
    try {
      return (await ask(pastReplayUrl, { ...stream, ...range }, { signal })).Parts
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      if (cause.reason === 'noRecording') return []
      if (cause.reason === 'noPermission' || cause.reason === 'noDataAuthority') throw new FootageDenied()
      throw cause
    }
  }
}

function download(stream: PastStream, From: number, To: number): Promise<boolean> {
  return succeeds(async () => {
    const { Parts } = await send(pastReplayUrl, { ...stream, From, To, Form: 'file' })
    for (const { Url } of Parts) downloadFrom(Url)
  })
}
