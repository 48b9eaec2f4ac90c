import type { ReactNode } from 'react'

import { REPLAY_LAYOUTS, type ReplayLayout } from '../../app/replay-address.ts'
import { useT } from '../../i18n/language.ts'
import type { ReplayDeck } from '../../player/replay-deck.ts'
import { Menu, type MenuAction } from '../../ui/aria/Menu.tsx'
import { keyTexts, withKeys } from '../../ui/shortcuts/key-combination.ts'
import { Clock } from './Clock.tsx'
import { useFolded } from './use-folded.ts'
import type { ReplayCommand } from './commands.tsx'
import { ReplayIcon } from './icons.tsx'
import { lengthText } from './length-text.ts'
import { SpeedChoice } from './SpeedChoice.tsx'
import { HOUR_MS } from './timeline-view.ts'

const ZOOMS = [
  { count: 1, ms: HOUR_MS, unit: 'replay.hours' },
  { count: 6, ms: 6 * HOUR_MS, unit: 'replay.hours' },
  { count: 24, ms: 24 * HOUR_MS, unit: 'replay.hours' },
  { count: 7, ms: 168 * HOUR_MS, unit: 'replay.days' },
] as const

interface Props {
  deck: ReplayDeck
  commands: readonly ReplayCommand[]
  speed: number
  layout: ReplayLayout
  /** The marked time, ms. */
  markedMs: number | undefined
  liveAddress: string
  onSpeed: (speed: number) => void
  onZoom: (lengthMs: number) => void
  onLayout: (layout: ReplayLayout) => void
  onDownload: () => void
}

export function Transport(props: Props): ReactNode {
  const { deck, commands, speed, layout, markedMs, liveAddress, onSpeed, onZoom, onLayout, onDownload } =
    props
  const t = useT()
  const [ref, isFolded] = useFolded()
  const folded: MenuAction[] = [
    ...ZOOMS.map(({ count, ms, unit }) => ({
      key: `zoom-${ms}`,
      label: t('replay.zoomTo', { range: t(unit, { count }) }),
      icon: <ReplayIcon name="range" />,
      run: () => onZoom(ms),
    })),
    ...REPLAY_LAYOUTS.map((windows) => ({
      key: `layout-${windows}`,
      label: t('replay.layout', { windows }),
      icon: <ReplayIcon name="windows" />,
      isDisabled: windows === layout,
      run: () => onLayout(windows),
    })),
  ]
  const buttons = (part: ReplayCommand['part']): ReactNode =>
    commands.filter((it) => it.part === part).map((it) => <CommandButton key={it.key} command={it} />)
  return (
    <div
      ref={ref}
      className="replay-transport"
      data-folded={isFolded}
      role="toolbar"
      aria-label={t('replay.transport')}
    >
      <Clock deck={deck} />
      <div className="replay-group">{buttons('transport')}</div>
      <SpeedChoice speed={speed} onSpeed={onSpeed} />
      {!isFolded && (
        <div className="replay-group" role="group" aria-label={t('replay.zoom')}>
          {ZOOMS.map(({ count, ms, unit }) => (
            <button key={ms} type="button" className="replay-tool" data-zoom={ms} onClick={() => onZoom(ms)}>
              {t(unit, { count })}
            </button>
          ))}
        </div>
      )}
      <div className="replay-group">
        {buttons('range')}
        <button
          type="button"
          className="button replay-download"
          disabled={markedMs === undefined}
          title={markedMs === undefined ? t('replay.downloadHint') : undefined}
          onClick={onDownload}
        >
          <ReplayIcon name="download" />
          {t('replay.download', { length: markedMs === undefined ? '' : lengthText(markedMs) }).trim()}
        </button>
      </div>
      {!isFolded && (
        <div className="replay-group replay-layouts" role="group" aria-label={t('replay.layouts')}>
          {REPLAY_LAYOUTS.map((windows) => (
            <button
              key={windows}
              type="button"
              className="replay-tool"
              aria-pressed={windows === layout}
              aria-label={t('replay.layout', { windows })}
              data-layout={windows}
              onClick={() => onLayout(windows)}
            >
              {windows}
            </button>
          ))}
        </div>
      )}
      <div className="replay-group replay-page-tools">
        {buttons('page')}
        <Menu
          label={t('replay.more')}
          className="replay-tool"
          actions={[
            ...(isFolded ? folded : []),
            ...commands.filter(({ part }) => part === 'more').map(menuAction),
          ]}
        />
        <a className="button" href={liveAddress}>
          <ReplayIcon name="live" />
          {t('replay.live')}
        </a>
      </div>
    </div>
  )
}

function menuAction({ key, label, icon, keys, run }: ReplayCommand): MenuAction {
  const [first] = keys
  return { key, label, icon, run, ...(first !== undefined && { keyCap: keyTexts(first).join('+') }) }
}

function CommandButton({ command }: { command: ReplayCommand }): ReactNode {
  const label = withKeys(command.label, command.keys)
  return (
    <button
      type="button"
      className="replay-tool"
      data-tool={command.key}
      aria-label={label}
      title={label}
      onClick={command.run}
    >
      {command.icon}
    </button>
  )
}
