import '../../ui/listing.css'
import './album.css'

import { type AlbumPicture, imageList, MOST_PICTURES } from '@vedette/contract/calls/album'
import { type ReactNode, useCallback, useMemo, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useCan, useSession } from '../../app/session.ts'
import { spanOfDays } from '../../app/zoned-time.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'
import { AlbumFilters, type Filters, NO_FILTERS } from './Filters.tsx'
import { Grid } from './Grid.tsx'
import { KeepingButton, NearlyFull } from './Keeping.tsx'
import { Lightbox } from './Lightbox.tsx'
import { type AlbumFilter, useAlbum, useAlbumActions } from './queries.ts'
import { toggled } from './selection.ts'
import { NOTHING_CHOSEN, useChosen } from './use-chosen.ts'

const SEARCH_DELAY_MS = 250

export function Album(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const timeZone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const keyword = useDebounced(filters.keyword.trim(), SEARCH_DELAY_MS)
  const { days } = filters
  const span = days && spanOfDays(timeZone, days)
  const filter: AlbumFilter = {
    Keyword: keyword || undefined,
    DevTypes: filters.devType === 0 ? undefined : [filters.devType],
    GID: filters.gid || undefined,
    From: span?.from,
    To: span?.to,
  }
  const album = useAlbum(filter)
  const pictures = useMemo(() => album.data?.pages.flatMap(({ List }) => List) ?? [], [album.data])
  const total = album.data?.pages.at(-1)?.Total ?? 0
  const [{ selection, far }, choose] = useChosen(filter)
  const clearChoice = (): void => choose(() => NOTHING_CHOSEN)
  const [viewed, setViewed] = useState<string>()
  const [deleted, setDeleted] = useState<readonly AlbumPicture[]>()
  const { remove, download } = useAlbumActions()
  const may = {
    delete: useCan('albumManager', 'delete'),
    deleteAll: useCan('albumManager', 'deleteAll'),
    downloadAll: useCan('albumManager', 'downloadAll'),
  }

  const known = new Map([...far, ...pictures].map((it) => [it.PictureID, it]))
  const chosen = [...known.values()].filter(({ PictureID }) => selection.ids.has(PictureID))
  const chooseAll = async (): Promise<void> => {
    const { List } = await send(imageList, { ...filter, PageSize: MOST_PICTURES })
    const ids = new Set(List.map(({ PictureID }) => PictureID))
    choose(() => ({ far: List, selection: { ids, anchor: undefined } }))
  }
  const isFiltered = Object.values(filter).some((it) => it !== undefined)
  const at = pictures.findIndex(({ PictureID }) => PictureID === viewed)
  const mayDelete = (count: number): boolean => may.deleteAll || (count === 1 && may.delete)
  const nameAndTime = useCallback(
    ({ DevName, Time }: AlbumPicture) => ({ name: DevName, time: `${time.day(Time)} ${time.clock(Time)}` }),
    [time],
  )
  const order = useMemo(() => pictures.map(({ PictureID }) => PictureID), [pictures])
  const toggle = useCallback(
    (id: string, isRange: boolean) =>
      choose(({ far, selection: before }) => ({ far, selection: toggled(before, order, id, isRange) })),
    [choose, order],
  )
  const { fetchNextPage } = album
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const forTooMany = (): boolean => {
    if (chosen.length <= MOST_PICTURES) return false
    say('warning', t('album.mostAtOnce', { most: MOST_PICTURES }))
    return true
  }
  const deleteNow = async (some: readonly AlbumPicture[]): Promise<void> => {
    const count = await remove(some)
    // What was viewed goes over to its neighbour.
    if (some.some(({ PictureID }) => PictureID === viewed))
      setViewed((pictures[at + 1] ?? pictures[at - 1])?.PictureID)
    clearChoice()
    say('success', count === 1 ? t('album.deletedOne') : t('album.deletedSome', { count }))
  }

  const [asked] = deleted ?? []
  const picture = pictures[at]
  return (
    <div className="album">
      <PageHead>
        <span className="album-total" role="status">
          {album.isSuccess && t('album.total', { total })}
        </span>
        <KeepingButton />
      </PageHead>
      <NearlyFull />
      <div className="listing-tools">
        <AlbumFilters filters={filters} timeZone={timeZone} onChange={setFilters} />
      </div>
      {album.isError ? (
        <EmptyState drawing="trouble" title={t('album.loadFailed')} text={t('ui.loadFailed')}>
          <button type="button" className="button" onClick={() => void album.refetch()}>
            {t('ui.tryAgain')}
          </button>
        </EmptyState>
      ) : album.isSuccess && pictures.length === 0 ? (
        <Nothing isFiltered={isFiltered} onClear={() => setFilters(NO_FILTERS)} />
      ) : (
        <Grid
          pictures={pictures}
          total={total}
          textOf={nameAndTime}
          selected={selection.ids}
          canSelect={may.delete || may.deleteAll || may.downloadAll}
          onToggle={toggle}
          onOpen={setViewed}
          hasMore={album.hasNextPage && !album.isFetchingNextPage}
          onMore={more}
        />
      )}
      <BulkBar
        count={chosen.length}
        rest={
          may.deleteAll || may.downloadAll
            ? { total, most: MOST_PICTURES, onChooseAll: chooseAll }
            : undefined
        }
        onClear={clearChoice}
      >
        {(may.downloadAll || chosen.length === 1) && (
          <button
            type="button"
            className="button"
            onClick={() => void (forTooMany() || download(chosen).catch(() => undefined))}
          >
            {chosen.length > 1 ? t('album.downloadSome') : t('album.download')}
          </button>
        )}
        {mayDelete(chosen.length) && (
          <button
            type="button"
            className="button button-danger"
            onClick={() => void (forTooMany() || setDeleted(chosen))}
          >
            {t('album.delete')}
          </button>
        )}
      </BulkBar>
      {picture && (
        <Lightbox
          picture={picture}
          hasPrevious={at > 0}
          hasNext={at + 1 < pictures.length}
          onStep={(by) => setViewed(pictures[at + by]?.PictureID ?? viewed)}
          onDownload={() => void download([picture]).catch(() => undefined)}
          onDelete={mayDelete(1) ? () => setDeleted([picture]) : undefined}
          onClose={() => setViewed(undefined)}
        />
      )}
      {deleted && asked && (
        <Confirm
          title={t('album.deleteTitle')}
          confirmLabel={t('album.delete')}
          isDestructive
          onConfirm={() => deleteNow(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          {deleted.length === 1
            ? t('album.deleteOne', nameAndTime(asked))
            : t('album.deleteSome', { count: deleted.length })}
        </Confirm>
      )}
    </div>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  const t = useT()
  const canWatch = useCan('realTimeVideo')
  if (isFiltered)
    return (
      <EmptyState drawing="search" title={t('album.noMatch')} text={t('album.noMatchText')}>
        <button type="button" className="button button-primary" onClick={onClear}>
          {t('album.clearFilters')}
        </button>
      </EmptyState>
    )
  return (
    <EmptyState drawing="pictures" title={t('album.empty')} text={t('album.emptyText')}>
      {canWatch && (
        <a className="button button-primary" href="#/realTimeVideo">
          {t('album.toLive')}
        </a>
      )}
    </EmptyState>
  )
}
