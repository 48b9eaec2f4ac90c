import './device-tree.css'

import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { useResting } from '../camera-card/use-resting.ts'
import { type DeviceChannel, deviceToText } from './device-text.ts'
import { useOwnKeys } from '../shortcuts/shortcuts.ts'
import { placesOf } from './row-places.ts'
import { RowCard } from './RowCard.tsx'
import { isTyping, movedIndex, treeKeys } from './tree-keys.ts'
import type { Row, TreeItem, TreeModel } from './tree-model.ts'
import { channelOf, TreeRow } from './TreeRow.tsx'
import { useDebounced } from './use-debounced.ts'
import { useWindowedRows } from './use-windowed-rows.ts'

const SEARCH_DELAY_MS = 150
/** Below this many devices the whole tree starts open. */
const OPEN_ALL_BELOW = 300

export interface DeviceTreeProps {
  model: TreeModel
  /** Changes whenever a presence in the model did. */
  revision: number
  /** The devices that are on the wall, as deviceToText names them. */
  playing: ReadonlySet<string>
  onPlay: (device: DeviceChannel) => void
  /** Plays a region or a recorder as a wall, by its name. */
  onPlayAll?: (devices: readonly DeviceChannel[], name: string) => void
}

/** Regions and devices with search; only the rows in sight are in the document. */
export function DeviceTree({ model, revision, playing, onPlay, onPlayAll }: DeviceTreeProps) {
  const t = useT()
  useOwnKeys(useMemo(() => treeKeys(t), [t]))
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(useDebounced(text.trim(), SEARCH_DELAY_MS))
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const open = useMemo(() => openRows(model, toggled), [model, toggled])
  const rows = useMemo(
    () => (wanted ? model.search(wanted, toggled) : model.rows(open)),
    [model, wanted, open, toggled],
  )
  const places = useMemo(() => placesOf(model, rows), [model, rows])
  const [chosen, setChosen] = useState<Row | undefined>()
  const chosenIndex = Math.max(0, rows.indexOf(chosen ?? 0))
  const resting = useResting<Row>()
  const { scroller, onScroll, first, last, rowHeight, scrollTo, page } = useWindowedRows(rows.length)

  const choose = (index: number): void => {
    setChosen(rows[index])
    scrollTo(index)
  }
  /** What a search found stays in sight. */
  const canToggle = (item: TreeItem): boolean => isParent(item) && (item.kind === 'device' || !wanted)
  const isOpen = (item: TreeItem): boolean =>
    isParent(item) && ((item.kind === 'region' && wanted !== '') || open.has(keyOf(item)))
  const toggle = (item: TreeItem): void => {
    const next = new Set(toggled)
    if (!next.delete(keyOf(item))) next.add(keyOf(item))
    setToggled(next)
  }
  const activate = (row: Row): void => {
    const item = model.at(row)
    if (canToggle(item)) toggle(item)
    else if (item.kind !== 'region') onPlay(channelOf(item))
  }

  const playAll = (row: Row): void => {
    const devices = model.channelsBelow(row)
    if (devices.length > 0) onPlayAll?.(devices, model.at(row).name)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows[chosenIndex]
    if (row === undefined) return
    const moved = movedIndex(event.key, { index: chosenIndex, count: rows.length, page })
    resting.leave()
    if (moved !== undefined) {
      choose(moved)
      const to = rows[moved]
      if (to !== undefined) resting.comeTo(to, 'keys')
    } else if (event.key === 'Enter') (event.shiftKey ? playAll : activate)(row)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') stepAcross(event.key, row)
    else if (isTyping(event)) {
      // The key that was pressed arrives in the input by itself, because it has the focus when the text is entered.
      search.current?.focus()
      return
    } else return
    event.preventDefault()
  }

  const stepAcross = (key: 'ArrowRight' | 'ArrowLeft', row: Row): void => {
    const item = model.at(row)
    if (key === 'ArrowRight') {
      if (isOpen(item)) choose(Math.min(rows.length - 1, chosenIndex + 1))
      else if (canToggle(item)) toggle(item)
    } else if (isOpen(item) && canToggle(item)) toggle(item)
    else {
      const parent = model.parent(row)
      if (parent !== undefined) choose(rows.indexOf(parent))
    }
  }

  const visible = Array.from(rows.subarray(first, last))
  return (
    <div className="device-tree" data-revision={revision}>
      <input
        ref={search}
        className="device-tree-search"
        type="search"
        placeholder={t('live.search')}
        aria-label={t('live.search')}
        aria-controls={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          scroller.current?.focus()
        }}
      />
      <p className="device-tree-note" role="status">
        {model.deviceCount === 0 && t('live.noCameras')}
        {model.deviceCount > 0 && rows.length === 0 && t('live.noHits', { text: wanted })}
      </p>
      <div
        ref={scroller}
        id={id}
        className="device-tree-rows"
        onScroll={() => {
          resting.leave()
          onScroll()
        }}
        onPointerDown={resting.leave}
        onDragStart={resting.leave}
        onBlur={resting.leave}
        {...(rows.length > 0 && {
          role: 'tree',
          'aria-label': t('live.devices'),
          'aria-activedescendant':
            chosenIndex >= first && chosenIndex < last ? `${id}-${rows[chosenIndex]}` : undefined,
          tabIndex: 0,
          onKeyDown,
          onFocus: () => chosen ?? setChosen(rows[0]),
        })}
      >
        <div role="none" className="device-tree-space" style={{ height: rows.length * rowHeight }}>
          {visible.map((row, i) => {
            const item = model.at(row)
            return (
              <TreeRow
                key={row}
                id={`${id}-${row}`}
                item={item}
                place={places.place[first + i]}
                siblings={places.siblings[first + i]}
                top={(first + i) * rowHeight}
                isOpen={isOpen(item)}
                isChosen={row === chosen}
                isPlaying={
                  item.kind !== 'region' && !isParent(item) && playing.has(deviceToText(channelOf(item)))
                }
                onChoose={({ detail: clicks }) => {
                  setChosen(row)
                  // What the first click of a double click opened, the second one leaves open. A finger has no double click to spare.
                  if (isParent(item) ? clicks < 2 : matchMedia('(pointer: coarse)').matches) activate(row)
                }}
                onActivate={() => (isParent(item) ? playAll : activate)(row)}
                onPlayAll={onPlayAll && (() => playAll(row))}
                onRest={() => resting.comeTo(row, 'pointer')}
                onLeave={resting.leave}
                below={() => model.channelsBelow(row)}
              />
            )
          })}
        </div>
      </div>
      {resting.on !== undefined && visible.includes(resting.on) && (
        <RowCard key={resting.on} model={model} row={resting.on} beside={`${id}-${resting.on}`} />
      )}
    </div>
  )
}

/** A region, or a recorder with its channels. */
function isParent(item: TreeItem): boolean {
  return item.kind === 'region' || (item.kind === 'device' && item.channels > 1)
}

function keyOf(item: TreeItem): string {
  return item.kind === 'region' ? item.gid : item.did
}

/** A toggled region is in the other state than it started in; a recorder starts closed. */
function openRows(model: TreeModel, toggled: ReadonlySet<string>): ReadonlySet<string> {
  const startsOpen = model.deviceCount < OPEN_ALL_BELOW
  const open = new Set(toggled)
  for (let row = 0; row < model.regionCount; row++) {
    const item = model.at(row)
    if (item.kind !== 'region') continue
    if ((startsOpen || item.depth === 0) === toggled.has(item.gid)) open.delete(item.gid)
    else open.add(item.gid)
  }
  return open
}
