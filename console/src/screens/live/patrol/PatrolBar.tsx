import './patrol.css'

import { lazy, type ReactNode, Suspense } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import type { PatrolControls } from './use-patrol.ts'

const Confirm = lazy(async () => ({ default: (await import('../../../ui/Confirm.tsx')).Confirm }))

interface PatrolBarProps {
  controls: PatrolControls
  /** The question before it stops. */
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

/** What a patrol is doing, and what can be done with it. */
export function PatrolBar({ controls, isAsking, onAsk }: PatrolBarProps): ReactNode {
  const t = useT()
  const { patrol, turn, isPaused, round, skipped, pause, next, previous, stop } = controls
  const group = t('patrol.group')
  useShortcuts([
    { keys: ['k'], label: t('patrol.pause'), group, run: pause },
    { keys: ['l'], label: t('patrol.next'), group, run: next },
    { keys: ['j'], label: t('patrol.previous'), group, run: previous },
  ])
  const tool = (name: string, label: string, run: () => void, path: string): ReactNode => (
    <button
      type="button"
      className="live-tool"
      data-tool={name}
      aria-label={label}
      title={label}
      onClick={run}
    >
      <Icon>
        <path d={path} />
      </Icon>
    </button>
  )
  const [first, last] = [turn.shown.at(0), turn.shown.at(-1)]
  return (
    <div className="patrol-bar" role="group" aria-label={t('patrol.bar')} data-paused={isPaused}>
      <svg key={round} className="patrol-ring" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <circle cx="12" cy="12" r="9" pathLength={1} style={{ animationDuration: `${patrol.intervalS}s` }} />
      </svg>
      <span className="patrol-text">
        {first === undefined || last === undefined
          ? t('patrol.none')
          : t('patrol.progress', { from: first + 1, to: last + 1, total: patrol.devices.length })}
        {isPaused && ` · ${t('patrol.paused')}`}
      </span>
      {skipped.length > 0 && (
        <span className="patrol-skipped" title={skipped.map(({ name }) => name).join(', ')}>
          −{skipped.length}
        </span>
      )}
      {tool('patrol-previous', t('patrol.previous'), previous, 'M18 6 9 12l9 6ZM6 6v12')}
      {tool(
        'patrol-pause',
        isPaused ? t('patrol.resume') : t('patrol.pause'),
        pause,
        isPaused ? 'm8 5 11 7-11 7Z' : 'M8 5v14M16 5v14',
      )}
      {tool('patrol-next', t('patrol.next'), next, 'm6 6 9 6-9 6ZM18 6v12')}
      {tool('patrol-stop', t('patrol.stop'), () => onAsk(true), 'M6 6h12v12H6Z')}
      {isAsking && (
        <Suspense>
          <Confirm
            title={t('patrol.stop')}
            confirmLabel={t('patrol.stopConfirm')}
            onConfirm={() => {
              // The question goes with the bar, so it is closed before.
              queueMicrotask(() => setTimeout(stop))
              return Promise.resolve()
            }}
            onClose={() => onAsk(false)}
          >
            {t('patrol.stopQuestion')}
          </Confirm>
        </Suspense>
      )}
    </div>
  )
}
