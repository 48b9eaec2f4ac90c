import './toolbar.css'

import { lazy, type ReactNode, Suspense } from 'react'

import { usePhone } from '../../app/use-phone.ts'
import { useT } from '../../i18n/language.ts'
import { withKeys } from '../../ui/shortcuts/key-combination.ts'
import { PlaybackMenu } from './PlaybackMenu.tsx'
import type { WallCommand } from './wall-commands.tsx'

const MoreTools = lazy(async () => ({ default: (await import('./MoreTools.tsx')).MoreTools }))

/** In the menu on a phone, where eight buttons have room. */
const PHONE_MORE = new Set(['layout-8', 'saved-walls', 'patrol', 'ptz', 'full-screen'])
/** A phone has no keyboard and no further windows. */
const NOT_ON_PHONES = new Set(['pop-out', 'shortcuts'])

interface ToolbarProps {
  commands: readonly WallCommand[]
  /** Beside the layouts. */
  layoutMenu: ReactNode
  /** The camera of the chosen window. */
  camera: { key: string; name: string } | undefined
  /** Shown in the middle. */
  children?: ReactNode
}

/** The commands that have an icon, as buttons. */
export function Toolbar({ commands, layoutMenu, camera, children }: ToolbarProps): ReactNode {
  const t = useT()
  const isPhone = usePhone()
  const buttonsOf = (part: WallCommand['part']): ReactNode =>
    commands
      .filter((it) => it.icon !== undefined && it.part === part)
      .filter(({ key }) => !isPhone || !(PHONE_MORE.has(key) || NOT_ON_PHONES.has(key)))
      .map((command) => <ToolButton key={command.key} command={command} />)
  return (
    <div className="live-toolbar" role="toolbar" aria-label={t('live.tools')}>
      {buttonsOf('devices')}
      <span className="live-toolbar-line" />
      <div role="group" aria-label={t('live.layouts')} className="live-toolbar-group">
        {buttonsOf('layout')}
        {layoutMenu}
      </div>
      <span className="live-toolbar-space" />
      {children}
      <PlaybackMenu chosen={camera} />
      {buttonsOf('page')}
      {isPhone && (
        <Suspense fallback={<span className="live-tool" />}>
          <MoreTools commands={commands.filter(({ key }) => PHONE_MORE.has(key))} />
        </Suspense>
      )}
    </div>
  )
}

function ToolButton({ command }: { command: WallCommand }): ReactNode {
  const label = withKeys(command.label, command.keys)
  return (
    <button
      type="button"
      className="live-tool"
      data-tool={command.key}
      aria-label={label}
      title={label}
      aria-pressed={command.isPressed}
      onClick={command.run}
    >
      {command.icon}
    </button>
  )
}
