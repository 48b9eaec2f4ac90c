import './shortcuts.css'

import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { create } from 'zustand'

import { type Translate, useT } from '../../i18n/language.ts'
import { Dialog } from '../Dialog.tsx'
import { keyTexts } from './key-combination.ts'
import { namedKeys, type NamedKeys, type Shortcut, useShortcuts } from './shortcuts.ts'

const useSheet = create(() => ({ isOpen: false }))

/** Opens the sheet; a page may show a button for it. */
export function sheetShortcut(t: Translate): Shortcut {
  return {
    keys: ['?'],
    label: t('live.shortcuts'),
    group: t('live.groupPage'),
    command: 'shortcuts',
    run: () => useSheet.setState({ isOpen: true }),
  }
}

/** The sheet of all shortcuts that act on the page in sight. */
export function ShortcutSheet(): ReactNode {
  const t = useT()
  const own = sheetShortcut(t)
  useShortcuts([own])
  const { isOpen } = useSheet()
  return isOpen && <Sheet own={own} onClose={() => useSheet.setState({ isOpen: false })} />
}

function Sheet({ own, onClose }: { own: Shortcut; onClose: () => void }): ReactNode {
  const t = useT()
  const [named, setNamed] = useState(namedKeys)
  // In another language the page has named its keys anew when all of it is drawn, and not before.
  useEffect(() => queueMicrotask(() => setNamed(namedKeys())), [t])
  // The page's come first, whichever was there first.
  const ofPage = named.filter(({ label }) => label !== own.label)
  const groups = Map.groupBy<string, NamedKeys>([...ofPage, own], ({ group }) => group)
  return (
    <Dialog title={t('live.shortcuts')} onClose={onClose}>
      {() => (
        <div className="shortcuts">
          {[...groups].map(([group, shortcuts]) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {merged(shortcuts).map(({ keys, label }) => (
                  <Fragment key={label}>
                    <dt>
                      {keys.map((combination) => (
                        <span key={combination}>
                          {keyTexts(combination).map((text) => (
                            <kbd key={text}>{text}</kbd>
                          ))}
                        </span>
                      ))}
                    </dt>
                    <dd>{label}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** Those that do alike, one for each direction, are one line. */
function merged(shortcuts: readonly NamedKeys[]): { label: string; keys: string[] }[] {
  const byLabel = Map.groupBy(shortcuts, ({ label }) => label)
  return [...byLabel].map(([label, alike]) => ({ label, keys: alike.flatMap(({ keys }) => keys) }))
}
