import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { DevicesIcon, FullScreenIcon, LayoutIcon } from './icons.tsx'
import { LAYOUTS } from './layouts.ts'

interface ToolbarProps {
  windows: number
  isTreeOpen: boolean
  onLayout: (windows: number) => void
  onToggleTree: () => void
  onFullScreen: () => void
}

interface Tool {
  key: string
  label: string
  icon: ReactNode
  isPressed?: boolean
  run: () => void
}

export function Toolbar({
  windows,
  isTreeOpen,
  onLayout,
  onToggleTree,
  onFullScreen,
}: ToolbarProps): ReactNode {
  const t = useT()
  const devices: Tool = {
    key: 'devices',
    label: t('live.toggleDevices'),
    icon: <DevicesIcon />,
    isPressed: isTreeOpen,
    run: onToggleTree,
  }
  const layouts = LAYOUTS.map((layout): Tool => ({
    key: `layout-${layout.windows}`,
    label: layout.windows === 1 ? t('live.layoutSingle') : t('live.layout', { windows: layout.windows }),
    icon: <LayoutIcon columns={layout.columns} rows={layout.rows} />,
    isPressed: layout.windows === windows,
    run: () => onLayout(layout.windows),
  }))
  const fullScreen: Tool = {
    key: 'full-screen',
    label: t('live.fullScreen'),
    icon: <FullScreenIcon />,
    run: onFullScreen,
  }
  return (
    <div className="live-toolbar">
      <ToolButton tool={devices} />
      <span className="live-toolbar-line" />
      <div role="group" aria-label={t('live.layouts')} className="live-toolbar-group">
        {layouts.map((tool) => (
          <ToolButton key={tool.key} tool={tool} />
        ))}
      </div>
      <span className="live-toolbar-space" />
      <ToolButton tool={fullScreen} />
    </div>
  )
}

function ToolButton({ tool }: { tool: Tool }): ReactNode {
  return (
    <button
      type="button"
      className="live-tool"
      data-tool={tool.key}
      aria-label={tool.label}
      title={tool.label}
      aria-pressed={tool.isPressed}
      onClick={tool.run}
    >
      {tool.icon}
    </button>
  )
}
