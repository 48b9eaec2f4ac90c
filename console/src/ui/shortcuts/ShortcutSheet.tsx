import './shortcuts.css'

import { Fragment, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../Dialog.tsx'
import { keyTexts } from './key-combination.ts'
import { allShortcuts, type Shortcut, useShortcuts } from './shortcuts.ts'

/** The sheet of all shortcuts that act on this page; `?` opens it, and so does the button. */
export function useShortcutSheet(): { sheet: ReactNode; command: Shortcut } {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const command: Shortcut = {
    keys: ['?'],
    label: t('live.shortcuts'),
    group: t('live.groupPage'),
    run: () => setIsOpen(true),
  }
  useShortcuts([command])
  return { command, sheet: isOpen && <Sheet onClose={() => setIsOpen(false)} /> }
}

function Sheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const groups = Map.groupBy(allShortcuts(), ({ group }) => group)
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
function merged(shortcuts: readonly Shortcut[]): { label: string; keys: string[] }[] {
  const byLabel = Map.groupBy(shortcuts, ({ label }) => label)
  return [...byLabel].map(([label, alike]) => ({ label, keys: alike.flatMap(({ keys }) => keys) }))
}
