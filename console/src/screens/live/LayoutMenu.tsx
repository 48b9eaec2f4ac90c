import { type ReactNode, useId, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { LayoutIcon, MoreLayoutsIcon } from './icons.tsx'
import { GRID_MOST, MORE_LAYOUTS } from '../../ui/window/layouts.ts'
import { chooseWallView, useWallView } from './playback.ts'
import type { WallCommand } from './wall-commands.tsx'
import { GRID_KEYS } from './wall-keys.ts'
import { isLargerPossible, layoutOn, type Wall, type WallAction } from './wall.ts'

const CYCLE_S = [5, 10, 15, 30, 60, 120, 300]

interface Props {
  wall: Wall
  act: (action: WallAction) => unknown
  commands: readonly WallCommand[]
  isCycling: boolean
}

/** Layouts for many cameras, how pictures lie in their windows, and pages that are shown one after the other. */
export function LayoutMenu({ wall, act, commands, isCycling }: Props): ReactNode {
  const t = useT()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { windows } = wall
  const { columns, rows } = layoutOn(wall)
  const isFree = wall.grid !== undefined && windows > 1
  const { fit, cycleS } = useWallView()
  const runOf = (key: string) => commands.find((it) => it.key === key)?.run
  useShortcuts([
    {
      keys: GRID_KEYS,
      label: t('live.grid'),
      group: t('live.layouts'),
      command: 'grid',
      run: () => {
        menu.current?.showPopover()
        menu.current?.querySelector('select')?.focus()
      },
    },
  ])
  const counted = (label: string, value: number, onChoose: (count: number) => void): ReactNode => (
    <SelectField
      label={label}
      value={`${value}`}
      options={Array.from({ length: GRID_MOST }, (_, i) => ({ value: `${i + 1}`, label: `${i + 1}` }))}
      onChoose={(chosen) => onChoose(Number(chosen))}
    />
  )
  return (
    <>
      <button
        type="button"
        className="live-tool"
        data-tool="more-layouts"
        aria-label={t('live.moreLayouts')}
        title={t('live.moreLayouts')}
        aria-pressed={isFree || MORE_LAYOUTS.some((it) => it.windows === windows)}
        popoverTarget={id}
      >
        <MoreLayoutsIcon />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="popover live-layouts"
        role="group"
        aria-label={t('live.moreLayouts')}
      >
        <div className="live-layout-row">
          {MORE_LAYOUTS.map((layout) => (
            <button
              key={layout.windows}
              type="button"
              className="live-layout"
              aria-label={t('live.layout', { windows: layout.windows })}
              aria-pressed={layout.windows === windows && !isFree}
              onClick={runOf(`layout-${layout.windows}`)}
            >
              <LayoutIcon layout={layout} />
              {layout.windows}
            </button>
          ))}
        </div>
        <div className="live-grid">
          {counted(t('live.columns'), columns, (count) => act({ do: 'grid', columns: count, rows }))}
          {counted(t('live.rows'), rows, (count) => act({ do: 'grid', columns, rows: count }))}
        </div>
        <button type="button" className="button" disabled={!isLargerPossible(wall)} onClick={runOf('larger')}>
          {t('live.larger')}
        </button>
        <Choice
          label={t('live.fitting')}
          options={[
            { value: 'fit', label: t('live.fit') },
            { value: 'fill', label: t('live.fill') },
          ]}
          value={fit}
          onChoose={(chosen) => chooseWallView({ fit: chosen })}
        />
        <SelectField
          label={t('live.cycleEvery')}
          value={`${cycleS}`}
          options={CYCLE_S.map((seconds) => ({ value: `${seconds}`, label: t('live.seconds', { seconds }) }))}
          onChoose={(chosen) => chooseWallView({ cycleS: Number(chosen) })}
        />
        <button
          type="button"
          className="button"
          aria-pressed={commands.some(({ key, isPressed }) => key === 'keepForAlarms' && isPressed)}
          onClick={runOf('keepForAlarms')}
        >
          {t('live.keepForAlarms')}
        </button>
        <button type="button" className="button" aria-pressed={isCycling} onClick={runOf('cycle')}>
          {isCycling ? t('live.cycleStop') : t('live.cycle')}
        </button>
      </div>
    </>
  )
}
