import '../../ui/checkbox.css'

import type { AlbumPicture } from '@vedette/contract/calls/album'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { useOwnKeys } from '../../ui/shortcuts/shortcuts.ts'
import { requestBase } from '../../wire/settings.ts'
import { tileAfter } from './grid-keys.ts'
import { useTilesInSight } from './use-tiles-in-sight.ts'

interface Props {
  pictures: readonly AlbumPicture[]
  /** All that there are, fetched or not. */
  total: number
  textOf: (picture: AlbumPicture) => { name: string; time: string }
  selected: ReadonlySet<string>
  canSelect: boolean
  onToggle: (id: string, isRange: boolean) => void
  onOpen: (id: string) => void
  hasMore: boolean
  onMore: () => void
}

/** Arrow keys that the grid acts upon while one of its tiles has the focus. */
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']

/**
 * Tiles that fill their lines; those out of sight are not in the document, and more come before their end is reached. One tile is a stop
 * of Tab, arrow keys go to the others; it stays in the document wherever one scrolls, so the focus is not lost.
 */
export function Grid({ pictures, total, selected, hasMore, onMore, ...of }: Props): ReactNode {
  const t = useT()
  const end = useRef<HTMLButtonElement>(null)
  const { scroller, grid, onScroll, isHurried, columns, rowPx, first, last, above, below } = useTilesInSight(
    pictures.length,
  )
  const [currentId, setCurrentId] = useState<string>()
  const current = pictures.findIndex(({ PictureID }) => PictureID === currentId)
  const isFocusDue = useRef(false)
  useEffect(() => {
    if (isFocusDue.current) grid.current?.querySelector<HTMLElement>('.album-open[tabindex="0"]')?.focus()
    isFocusDue.current = false
  })
  const [label, group] = [t('album.keys'), t('album.pictures')]
  useOwnKeys(useMemo(() => [{ keys: KEYS, label, group }], [label, group]))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = tileAfter(event.key, current, columns, pictures.length)
    const next = to === undefined ? undefined : pictures[to]
    if (!next) return
    event.preventDefault()
    isFocusDue.current = true
    setCurrentId(next.PictureID)
  }
  const outside = current < first || current >= last ? pictures[current] : undefined
  useEffect(() => {
    if (!end.current || !hasMore) return undefined
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasMore, onMore])
  return (
    <div ref={scroller} className="album-scroll" onScroll={onScroll}>
      <ul
        ref={grid}
        className="album-grid"
        aria-label={t('album.pictures')}
        style={{ paddingBlock: `calc(var(--s-1) + ${above}px) calc(var(--s-1) + ${below}px)` }}
        onKeyDown={onKeyDown}
      >
        {[
          ...pictures
            .slice(first, last)
            .map((picture, nth) => (
              <Tile
                key={picture.PictureID}
                picture={picture}
                place={first + nth + 1}
                total={total}
                isStop={first + nth === (current < 0 ? first : current)}
                isHurried={isHurried}
                isChosen={selected.has(picture.PictureID)}
                onFocus={setCurrentId}
                {...of}
              />
            )),
          outside && (
            <Tile
              key={outside.PictureID}
              picture={outside}
              place={current + 1}
              total={total}
              isStop
              isHurried={isHurried}
              isChosen={selected.has(outside.PictureID)}
              topPx={Math.floor(current / columns) * rowPx}
              onFocus={setCurrentId}
              {...of}
            />
          ),
        ]}
      </ul>
      <button ref={end} type="button" className="button album-more" hidden={!hasMore} onClick={onMore}>
        {t('album.more')}
      </button>
    </div>
  )
}

type TileProps = Omit<Props, 'pictures' | 'selected' | 'hasMore' | 'onMore'> & {
  picture: AlbumPicture
  isChosen: boolean
  /** From one on. */
  place: number
  /** Then its picture waits. */
  isHurried: boolean
  /** Whether Tab stops here. */
  isStop: boolean
  /** How far down it stands where it is out of sight, with no line around it. */
  topPx?: number
  onFocus: (id: string) => void
}

/** Drawn anew neither with a row that comes into sight nor with another tile that is chosen: what it is given stays the same. */
const Tile = memo(function Tile({
  picture,
  place,
  total,
  isHurried,
  isStop,
  topPx,
  onFocus,
  isChosen,
  textOf,
  canSelect,
  onToggle,
  onOpen,
}: TileProps): ReactNode {
  const t = useT()
  const [hasFailed, setFailed] = useState(false)
  const [isLoaded, setLoaded] = useState(!isHurried)
  if (!isHurried && !isLoaded) setLoaded(true)
  const { PictureID: id, ThumbUrl, Width, Height } = picture
  const text = textOf(picture)
  return (
    <li
      className="album-tile"
      data-chosen={isChosen}
      data-outside={topPx !== undefined}
      style={topPx === undefined ? undefined : { top: topPx }}
      aria-posinset={place}
      aria-setsize={total}
      onFocus={() => onFocus(id)}
    >
      <button
        type="button"
        className="album-open"
        tabIndex={isStop ? 0 : -1}
        aria-label={t('album.open', text)}
        onClick={(event) => {
          if (canSelect && (event.ctrlKey || event.metaKey || event.shiftKey)) onToggle(id, event.shiftKey)
          else onOpen(id)
        }}
      >
        {hasFailed ? (
          <span className="album-failed">{t('album.pictureFailed')}</span>
        ) : (
          <img
            src={isLoaded ? requestBase + ThumbUrl : undefined}
            alt=""
            loading="lazy"
            decoding="async"
            width={Width}
            height={Height}
            onError={() => setFailed(true)}
          />
        )}
      </button>
      <div className="album-caption">
        {canSelect && (
          <div className="checkbox">
            <input
              type="checkbox"
              tabIndex={isStop ? 0 : -1}
              aria-label={t('album.select', text)}
              checked={isChosen}
              onChange={({ nativeEvent }) =>
                onToggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </div>
        )}
        <b>{text.name}</b>
        <span>{text.time}</span>
      </div>
    </li>
  )
})
