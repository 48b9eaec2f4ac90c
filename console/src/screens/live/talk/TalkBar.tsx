import './talk.css'

import type { TalkState } from '@vedette/contract/calls/talk'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { useT } from '../../../i18n/language.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { isPressed, withKeys } from '../../../ui/shortcuts/key-combination.ts'
import { useOwnKeys } from '../../../ui/shortcuts/shortcuts.ts'
import { TALK_KEYS } from '../wall-keys.ts'
import { LineIcon, MicrophoneIcon } from './icons.tsx'
import { Phrases } from './Phrases.tsx'
import { type TalkControls, useTalk } from './use-talk.ts'

interface TalkBarProps {
  device: DeviceChannel
  name: string
  ability: TalkState
  /** The line is open from the start. */
  isOpenAtOnce?: boolean
}

/** Talk bar under the picture of a device that can be spoken to: push to talk, or a line that stays open. */
export function TalkBar({ device, name, ability, isOpenAtOnce = false }: TalkBarProps): ReactNode {
  const t = useT()
  const talk = useTalk(device, ability)
  const [isOpen, setIsOpen] = useState(isOpenAtOnce)
  const { view, start, stop } = talk
  if (isOpen && view.state === 'off' && view.trouble) setIsOpen(false)
  const startAtOnce = useRef(isOpenAtOnce ? start : undefined)
  useEffect(() => startAtOnce.current?.(), [])
  useTalkKey(talk, isOpen)
  const isOn = view.state !== 'off'

  const press = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    start()
  }
  const release = (): void => {
    if (!isOpen) stop()
  }
  const isHoldKey = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '
  return (
    <div
      className="talk-bar"
      role="group"
      aria-label={t('talk.title', { name })}
      data-state={view.state}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {view.trouble && (
        <p className="talk-trouble" role="alert" data-trouble={view.trouble}>
          {t(`talk.${view.trouble}`, { name: view.by })}
        </p>
      )}
      <button
        type="button"
        className="talk-hold"
        data-tool="talk"
        aria-pressed={isOn}
        title={withKeys(t('talk.hold'), TALK_KEYS)}
        onPointerDown={press}
        onPointerUp={release}
        onLostPointerCapture={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (!isHoldKey(event)) return
          event.preventDefault()
          if (!event.repeat) start()
        }}
        onKeyUp={(event) => isHoldKey(event) && release()}
        onBlur={release}
      >
        <MicrophoneIcon />
        <span>{t(view.state === 'off' ? 'talk.hold' : `talk.${view.state}`)}</span>
        <meter aria-label={t('talk.level')} min={0} max={1} value={view.level} hidden={!isOn} />
      </button>
      <button
        type="button"
        className="talk-line"
        data-tool="talk-open"
        aria-pressed={isOpen}
        aria-label={t(isOpen ? 'talk.end' : 'talk.keepOpen')}
        title={t(isOpen ? 'talk.end' : 'talk.keepOpen')}
        onClick={(event) => {
          event.stopPropagation()
          setIsOpen(!isOpen)
          if (isOpen) stop()
          else start()
        }}
      >
        <LineIcon />
      </button>
      <Phrases isTalking={isOn} onSay={talk.say} />
    </div>
  )
}

/** The key is held as the button is. */
function useTalkKey({ start, stop }: TalkControls, isOpen: boolean): void {
  const t = useT()
  const label = t('talk.hold')
  const group = t('talk.group')
  useOwnKeys(useMemo(() => [{ keys: TALK_KEYS, label, group }], [label, group]))
  const newest = useRef({ start, stop, isOpen })
  useEffect(() => {
    newest.current = { start, stop, isOpen }
  })
  useEffect(() => {
    let isHeld = false
    const isOurs = (event: globalThis.KeyboardEvent): boolean =>
      TALK_KEYS.some((key) => isPressed(key, event)) && !isForOther(event.target)
    const down = (event: globalThis.KeyboardEvent): void => {
      if (event.repeat || event.defaultPrevented || !isOurs(event)) return
      isHeld = true
      newest.current.start()
    }
    const release = (): void => {
      if (isHeld && !newest.current.isOpen) newest.current.stop()
      isHeld = false
    }
    const up = (event: globalThis.KeyboardEvent): void => {
      if (TALK_KEYS.some((key) => key === event.key.toLowerCase())) release()
    }
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    addEventListener('blur', release)
    return () => {
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
      removeEventListener('blur', release)
    }
  }, [])
}

const isForOther = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal') !== null ||
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="tree"]') !== null)
