/** What can be done on the page, by button and by key. */
import type { ReactNode } from 'react'

import type { Translate } from '../../i18n/language.ts'
import type { ReplayDeck } from '../../player/replay-deck.ts'
import type { Shortcut } from '../../ui/shortcuts/shortcuts.ts'
import { ReplayIcon } from './icons.tsx'

export const SPEEDS = [-16, -8, -4, -2, -1, -0.5, -0.25, 0.25, 0.5, 1, 2, 4, 8, 16] as const
const SKIP_MS = 10_000

export interface ReplayCommand extends Shortcut {
  key: string
  /** Where its button stands; `more`: in the menu of what is seldom needed. */
  part: 'transport' | 'range' | 'page' | 'more' | 'key'
  icon?: ReactNode
}

export interface ReplayControls {
  deck: ReplayDeck
  chosenKey: () => string | undefined
  /** Moves to a moment, and with it the address. */
  seek: (atMs: number) => void
  settled: () => void
  mark: (which: 'in' | 'out') => void
  unmark: () => void
  /** The timeline shows the marked time. */
  zoomToMarks: () => void
  /** Opens what can be taken along, and what was. */
  exports: () => void
  /** Goes to the next or the previous event. */
  toEvent: (towards: 1 | -1) => void
  snapshot: () => void
  lock: () => void
  /** Takes away what is locked at this moment, for those who may. */
  unlock: (() => void) | undefined
  goTo: () => void
  /** Opens the footage of devices that left, for those who may see it. */
  former: (() => void) | undefined
  /** Opens how much of each day was recorded. */
  coverage: () => void
  sound: () => void
  fullScreen: () => void
  toggleSide: () => void
  /** Opens and closes the list of events beside the windows. */
  toggleEvents: () => void
  isPlaying: boolean
}

export function replayCommands(t: Translate, its: ReplayControls): ReplayCommand[] {
  const { deck } = its
  const group = t('replay.keysGroup')
  const pressed = (
    key: string,
    part: ReplayCommand['part'],
    keys: string[],
    label: string,
    run: () => void,
  ) => ({
    key,
    part,
    group,
    keys,
    label,
    run,
  })
  const step = (by: 1 | -1) => () => {
    deck.step(its.chosenKey(), by)
    its.settled()
  }
  const stop = (): void => {
    deck.play(false)
    its.settled()
  }
  const wind = (towards: 1 | -1) => () => {
    const speed = deck.clock.speed
    const isSoAlready = deck.view.isPlaying && Math.sign(speed) === towards
    const faster = SPEEDS.filter((it) => Math.sign(it) === towards && Math.abs(it) > Math.abs(speed))
    const next = towards > 0 ? faster[0] : faster.at(-1)
    deck.setSpeed(isSoAlready ? (next ?? speed) : towards)
    deck.play()
  }
  const withIcon = (
    command: ReplayCommand,
    name: Parameters<typeof ReplayIcon>[0]['name'],
  ): ReplayCommand => ({
    ...command,
    icon: <ReplayIcon name={name} />,
  })
  const toggle = (): void => (deck.view.isPlaying ? stop() : deck.play())
  return [
    withIcon(
      pressed('event-before', 'transport', ['p'], t('replay.eventBefore'), () => its.toEvent(-1)),
      'eventBefore',
    ),
    withIcon(
      pressed('back', 'transport', ['Shift+ArrowLeft'], t('replay.back'), () =>
        its.seek(deck.atMs - SKIP_MS),
      ),
      'back',
    ),
    withIcon(pressed('frame-back', 'transport', [','], t('replay.frameBack'), step(-1)), 'frameBack'),
    withIcon(
      pressed('play', 'transport', [' ', 'k'], t('replay.play'), toggle),
      its.isPlaying ? 'pause' : 'play',
    ),
    withIcon(pressed('frame-on', 'transport', ['.'], t('replay.frameOn'), step(1)), 'frameOn'),
    withIcon(
      pressed('forward', 'transport', ['Shift+ArrowRight'], t('replay.forward'), () =>
        its.seek(deck.atMs + SKIP_MS),
      ),
      'forward',
    ),
    withIcon(
      pressed('event-after', 'transport', ['n'], t('replay.eventAfter'), () => its.toEvent(1)),
      'eventAfter',
    ),
    pressed('backwards', 'key', ['j'], t('replay.backwards'), wind(-1)),
    pressed('forwards', 'key', ['l'], t('replay.forwards'), wind(1)),
    withIcon(
      pressed('mark-in', 'range', ['['], t('replay.markIn'), () => its.mark('in')),
      'markIn',
    ),
    withIcon(
      pressed('mark-out', 'range', [']'], t('replay.markOut'), () => its.mark('out')),
      'markOut',
    ),
    withIcon(pressed('unmark', 'more', ['Backspace'], t('replay.unmark'), its.unmark), 'unmark'),
    withIcon(pressed('zoom-marks', 'more', ['z'], t('replay.zoomToMarks'), its.zoomToMarks), 'range'),
    withIcon(pressed('exports', 'range', ['e'], t('replay.exportsKey'), its.exports), 'box'),
    withIcon(pressed('lock', 'more', [], t('replay.lock'), its.lock), 'lock'),
    ...(its.unlock ? [withIcon(pressed('unlock', 'more', [], t('replay.unlock'), its.unlock), 'lock')] : []),
    withIcon(pressed('snapshot', 'page', ['s'], t('replay.snapshot'), its.snapshot), 'camera'),
    withIcon(pressed('go-to', 'more', ['g'], t('replay.goTo'), its.goTo), 'clock'),
    ...(its.former
      ? [withIcon(pressed('former', 'more', [], t('replay.former'), its.former), 'former')]
      : []),
    withIcon(pressed('coverage', 'more', ['c'], t('replay.coverage'), its.coverage), 'calendar'),
    withIcon(pressed('sound', 'page', ['m'], t('replay.sound'), its.sound), 'sound'),
    withIcon(pressed('full-screen', 'more', ['f'], t('replay.fullScreen'), its.fullScreen), 'full'),
    withIcon(pressed('cameras', 'page', ['d'], t('replay.toggleCameras'), its.toggleSide), 'cameras'),
    withIcon(pressed('events', 'page', ['v'], t('replay.toggleEvents'), its.toggleEvents), 'events'),
  ]
}
