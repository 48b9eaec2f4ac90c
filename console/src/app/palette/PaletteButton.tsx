import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { IconSearch } from '../header-icons.tsx'
import { withKeys } from '../../ui/shortcuts/key-combination.ts'
import { type Shortcut, useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { Palette } from './Palette.tsx'

/** The header's way into the palette, and its key. */
export function PaletteButton(): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const own: Shortcut = {
    keys: ['Mod+k'],
    label: t('palette.title'),
    group: t('live.groupPage'),
    run: () => setOpen(true),
  }
  useShortcuts([own])
  const label = withKeys(own.label, own.keys)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={own.run}
      >
        <IconSearch />
      </button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
