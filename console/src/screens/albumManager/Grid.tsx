import type { AlbumPicture } from '@vedette/contract/calls/album'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { requestBase } from '../../wire/settings.ts'
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

/** Tiles that fill their lines; those out of sight are not in the document, and more come before their end is reached. */
export function Grid({ pictures, total, hasMore, onMore, ...of }: Props): ReactNode {
  const t = useT()
  const end = useRef<HTMLButtonElement>(null)
  const { scroller, grid, onScroll, first, last, above, below } = useTilesInSight(pictures.length)
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
      >
        {pictures.slice(first, last).map((picture, nth) => (
          <Tile key={picture.PictureID} picture={picture} place={first + nth + 1} total={total} {...of} />
        ))}
      </ul>
      <button ref={end} type="button" className="button album-more" hidden={!hasMore} onClick={onMore}>
        {t('album.more')}
      </button>
    </div>
  )
}

type TileProps = Omit<Props, 'pictures' | 'hasMore' | 'onMore'> & {
  picture: AlbumPicture
  /** From one on. */
  place: number
}

/** Not drawn anew with each row that comes into sight. */
const Tile = memo(function Tile({
  picture,
  place,
  total,
  textOf,
  selected,
  canSelect,
  onToggle,
  onOpen,
}: TileProps): ReactNode {
  const t = useT()
  const [hasFailed, setFailed] = useState(false)
  const { PictureID: id, ThumbUrl, Width, Height } = picture
  const text = textOf(picture)
  return (
    <li className="album-tile" data-chosen={selected.has(id)} aria-posinset={place} aria-setsize={total}>
      <button
        type="button"
        className="album-open"
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
            src={requestBase + ThumbUrl}
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
          <input
            type="checkbox"
            aria-label={t('album.select', text)}
            checked={selected.has(id)}
            onChange={({ nativeEvent }) =>
              onToggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        )}
        <b>{text.name}</b>
        <span>{text.time}</span>
      </div>
    </li>
  )
})
