import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { IconSearch } from '../header-icons.tsx'
import { keyTexts, withKeys } from '../../ui/shortcuts/key-combination.ts'
import { type Shortcut, useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { Palette } from './Palette.tsx'

/** The header's way into the palette, and its key. */
export function PaletteButton(): ReactNode {
  const { own, palette } = usePalette()
  const label = withKeys(own.label, own.keys)
  const keys = (own.keys ?? []).flatMap((it) => keyTexts(it)).join(' ')
  return (
    <>
      <button
        type="button"
        className="icon-button search-button"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={own.run}
      >
        <IconSearch />
        <span className="search-hint" data-keys={keys} aria-hidden="true">
          {own.label}
        </span>
      </button>
      {palette}
    </>
  )
}

/** Its key alone, where there is no header: what it offers stays within the page. */
export function PaletteKey(): ReactNode {
  return usePalette({ isOfPage: true }).palette
}

function usePalette({ isOfPage = false } = {}): { own: Shortcut; palette: ReactNode } {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const own: Shortcut = {
    keys: ['Mod+k'],
    label: t('palette.title'),
    group: t('live.groupPage'),
    run: () => setOpen(true),
  }
  useShortcuts([own])
  return { own, palette: isOpen && <Palette isOfPage={isOfPage} onClose={() => setOpen(false)} /> }
}
