import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import './menu.css'

import { type Translate, useT } from '../i18n/language.ts'
import { IconDown } from '../ui/control-icons.tsx'
import { IconMenu } from './header-icons.tsx'
import { putBelow } from '../ui/put-below.ts'
import type { FolderKey, MenuEntry } from './menu.ts'
import type { Page } from './pages.ts'

interface Props {
  menu: readonly MenuEntry<Page>[]
  current: Page
}

/** A row of pages and folders; where it does not fit, one button that holds them all. */
export function Menu({ menu, current }: Props): ReactNode {
  const t = useT()
  const frame = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const isNarrow = useNarrow(frame, row)
  return (
    <nav ref={frame} className="menu" aria-label={t('shell.menu')} data-narrow={isNarrow}>
      <ul ref={row} className="menu-row">
        {menu.map((entry) =>
          entry.kind === 'page' ? (
            <li key={entry.page.path}>
              <PageLink page={entry.page} current={current} />
            </li>
          ) : (
            <li key={entry.key}>
              <Drop label={folderName(t, entry.key)} isCurrent={holds(entry.pages, current)}>
                <PageList pages={entry.pages} current={current} />
              </Drop>
            </li>
          ),
        )}
      </ul>
      {isNarrow && (
        <Drop icon={<IconMenu />} label={t(current.labelKey)} isCurrent>
          <MenuEntries menu={menu} current={current} />
        </Drop>
      )}
    </nav>
  )
}

/** Every page under its folder, one below the other. */
export function MenuEntries({
  menu,
  current,
}: {
  menu: readonly MenuEntry<Page>[]
  current: Page | undefined
}): ReactNode {
  const t = useT()
  return menu.map((entry) =>
    entry.kind === 'page' ? (
      <PageList key={entry.page.path} pages={[entry.page]} current={current} />
    ) : (
      <div key={entry.key} role="group" aria-label={folderName(t, entry.key)}>
        <p className="menu-folder">{folderName(t, entry.key)}</p>
        <PageList pages={entry.pages} current={current} />
      </div>
    ),
  )
}

function folderName(t: Translate, key: FolderKey): string {
  return t(key === 'community' ? 'shell.community' : 'shell.systemManger')
}

function holds(pages: readonly Page[], { markedKey }: Page): boolean {
  return pages.some(({ key }) => key === markedKey)
}

function PageLink({ page, current }: { page: Page; current: Page | undefined }): ReactNode {
  const t = useT()
  return (
    <a
      className="menu-item"
      href={`#${page.path}`}
      aria-current={page.key === current?.markedKey ? 'page' : undefined}
    >
      {t(page.labelKey)}
    </a>
  )
}

function PageList({ pages, current }: { pages: readonly Page[]; current: Page | undefined }): ReactNode {
  return (
    <ul className="menu-list">
      {pages.map((page) => (
        <li key={page.path}>
          <PageLink page={page} current={current} />
        </li>
      ))}
    </ul>
  )
}

interface DropProps {
  icon?: ReactNode
  label: string
  isCurrent: boolean
  children: ReactNode
}

/** A button whose links drop down: by press, Enter or Space, or by an arrow key, which goes on through them. */
function Drop({ icon, label, isCurrent, children }: DropProps): ReactNode {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll('a') ?? [])]
  const place = ({ newState }: ToggleEvent): void => {
    if (newState === 'open' && button.current && list.current) putBelow(button.current, list.current)
  }
  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    list.current?.showPopover()
    links()
      .at(event.key === 'ArrowDown' ? 0 : -1)
      ?.focus()
  }
  const moveByArrow = (event: KeyboardEvent): void => {
    const all = links()
    const at = all.findIndex((link) => link === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="menu-item"
        popoverTarget={id}
        data-current={isCurrent}
        onKeyDown={openByArrow}
      >
        {icon}
        <span>{label}</span>
        {!icon && <IconDown />}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="popover menu-drop"
        onBeforeToggle={place}
        onClick={() => list.current?.hidePopover()}
        onKeyDown={moveByArrow}
      >
        {children}
      </div>
    </>
  )
}

/** Whether the row, which is laid out even while it is not shown, is wider than its frame. */
function useNarrow(frame: RefObject<HTMLElement | null>, row: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const measure = (): void => {
      const [room, need] = [frame.current?.clientWidth ?? 0, row.current?.offsetWidth ?? 0]
      setNarrow(need > room)
    }
    const watch = new ResizeObserver(measure)
    for (const { current } of [frame, row]) if (current) watch.observe(current)
    measure()
    return () => watch.disconnect()
  }, [frame, row])
  return isNarrow
}
