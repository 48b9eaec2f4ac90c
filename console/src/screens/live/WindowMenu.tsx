import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { ContextMenu, type MenuPoint } from '../../ui/aria/Menu.tsx'
import { keyTexts } from '../../ui/shortcuts/key-combination.ts'
import type { WallCommand } from './wall-commands.tsx'

/** What a window's own menu offers, by the commands' keys. */
const OFFERED = new Set(['enlarge', 'larger', 'sound', 'keepForAlarms', 'close'])

interface Props {
  commands: readonly WallCommand[]
  at: MenuPoint
  onClose: () => void
}

/** The menu of the chosen window, by the right button or the menu key. */
export function WindowMenu({ commands, at, onClose }: Props): ReactNode {
  const t = useT()
  const actions = commands
    .filter(({ key }) => OFFERED.has(key))
    .map(({ key, label, keys, isEnabled, run }) => ({
      key,
      label,
      keyCap: keyTexts(keys[0] ?? '').join('+'),
      isDisabled: isEnabled?.() === false,
      run,
    }))
  return <ContextMenu label={t('live.groupWindow')} actions={actions} at={at} onClose={onClose} />
}
