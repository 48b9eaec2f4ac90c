import { type ReactNode, useId } from 'react'

import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { LayoutIcon, MoreLayoutsIcon } from './icons.tsx'
import { MORE_LAYOUTS } from './layouts.ts'
import { chooseWallView, useWallView } from './playback.ts'
import type { WallCommand } from './wall-commands.tsx'

const CYCLE_S = [5, 10, 15, 30, 60, 120, 300]

interface Props {
  windows: number
  commands: readonly WallCommand[]
  isCycling: boolean
}

/** Layouts for many cameras, how pictures lie in their windows, and pages that are shown one after the other. */
export function LayoutMenu({ windows, commands, isCycling }: Props): ReactNode {
  const t = useT()
  const id = useId()
  const { fit, cycleS } = useWallView()
  const runOf = (key: string) => commands.find((it) => it.key === key)?.run
  return (
    <>
      <button
        type="button"
        className="live-tool"
        data-tool="more-layouts"
        aria-label={t('live.moreLayouts')}
        title={t('live.moreLayouts')}
        aria-pressed={MORE_LAYOUTS.some((it) => it.windows === windows)}
        popoverTarget={id}
      >
        <MoreLayoutsIcon />
      </button>
      <div
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
              aria-pressed={layout.windows === windows}
              onClick={runOf(`layout-${layout.windows}`)}
            >
              <LayoutIcon layout={layout} />
              {layout.windows}
            </button>
          ))}
        </div>
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
