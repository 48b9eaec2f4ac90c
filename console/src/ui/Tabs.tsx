import './tabs.css'

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Props<K extends string> {
  label: string
  tabs: readonly { key: K; label: string }[]
  chosen: K
  onChoose: (key: K) => void
  /** What the chosen tab shows. */
  children: ReactNode
}

/** WAI-ARIA "Tabs": arrow keys go through them, and what is reached is shown. */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose, children }: Props<K>): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onChoose(tab.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus()
  }
  return (
    <div className="tabs">
      <div ref={list} className="tabs-row" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => onChoose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}
