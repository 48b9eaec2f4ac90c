import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Menu } from '../../ui/aria/Menu.tsx'
import type { WallCommand } from './wall-commands.tsx'

/** What a phone's toolbar has no room for. */
export function MoreTools({ commands }: { commands: readonly WallCommand[] }): ReactNode {
  const t = useT()
  return (
    <Menu
      label={t('live.moreTools')}
      className="live-tool"
      actions={commands.map(({ key, label, icon, run }) => ({ key, label, icon, run }))}
    />
  )
}
