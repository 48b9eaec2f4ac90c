import './saved-filters.css'

import { useQueryClient } from '@tanstack/react-query'
import { deviceFilters, removeDeviceFilter, type SavedFilter } from '@vedette/contract/calls/device-filter'
import { type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { DropDown } from '../../../ui/DropDown.tsx'
import { IconBookmark } from '../../../ui/page-icons.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { offered, useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { say } from '../../../ui/toasts.ts'
import { send } from '../../../wire/send.ts'
import { filterOf, placeOf } from '../place-filter.ts'
import type { Place } from '../place.ts'
import { useSavedFilters } from '../queries.ts'
import { FilterName } from './FilterName.tsx'

interface Props {
  place: Place
  go: (change: Partial<Place>) => void
  columns: readonly string[]
  onColumns: (keys: readonly string[]) => void
}

type Open = { kind: 'save' } | { kind: 'rename' | 'remove'; filter: SavedFilter }

/** The person's own filters: to choose one, to keep what is set now, to rename and to delete. */
export function SavedFilters({ place, go, columns, onColumns }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const filters = useSavedFilters()
  const [open, setOpen] = useState<Open>()
  const own = filters.data ?? []
  const changed = () => client.invalidateQueries({ queryKey: [deviceFilters.path] })
  const apply = ({ Name, Filter, Columns, IsRegionGone }: SavedFilter): void => {
    if (IsRegionGone) say('warning', t('filters.regionGone', { name: Name }))
    go(placeOf(Filter))
    onColumns(Columns)
  }
  useShortcuts(
    offered(
      own.map((filter) => ({
        command: `filter-${filter.FilterID}`,
        label: filter.Name,
        group: t('filters.title'),
        run: () => apply(filter),
      })),
    ),
  )
  return (
    <>
      <DropDown label={t('filters.title')} className="saved-filters" icon={<IconBookmark />}>
        {(close) => {
          const then = (what: () => void) => () => {
            close()
            what()
          }
          return (
            <>
              {own.length > 0 && (
                <ul>
                  {own.map((filter) => (
                    <li key={filter.FilterID}>
                      <button type="button" className="saved-filter" onClick={then(() => apply(filter))}>
                        {filter.Name}
                      </button>
                      <Sign
                        sign="✎"
                        label={t('filters.renameOf', { name: filter.Name })}
                        onPress={then(() => setOpen({ kind: 'rename', filter }))}
                      />
                      <Sign
                        sign="×"
                        label={t('filters.removeOf', { name: filter.Name })}
                        onPress={then(() => setOpen({ kind: 'remove', filter }))}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {filters.isPending && <Skeleton shape="rows" count={2} />}
              {filters.isSuccess && own.length === 0 && <p>{t('filters.none')}</p>}
              {filters.isError ? (
                <>
                  <p role="alert">{t('ui.loadFailed')}</p>
                  <button type="button" className="button" onClick={() => void filters.refetch()}>
                    {t('ui.tryAgain')}
                  </button>
                </>
              ) : (
                <button type="button" className="button" onClick={then(() => setOpen({ kind: 'save' }))}>
                  {t('filters.saveThis')}
                </button>
              )}
            </>
          )
        }}
      </DropDown>
      {open?.kind === 'save' && (
        <FilterName
          own={own}
          content={{ Filter: filterOf(place), Columns: [...columns] }}
          onDone={changed}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'rename' && (
        <FilterName own={own} renamed={open.filter} onDone={changed} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'remove' && (
        <Confirm
          title={t('filters.removeTitle')}
          confirmLabel={t('ui.delete')}
          isDestructive
          onConfirm={async () => {
            await send(removeDeviceFilter, { FilterID: open.filter.FilterID })
            await changed()
          }}
          onClose={() => setOpen(undefined)}
        >
          {t('filters.removeQuestion', { name: open.filter.Name })}
        </Confirm>
      )}
    </>
  )
}

function Sign({ sign, label, onPress }: { sign: string; label: string; onPress: () => void }): ReactNode {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onPress}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}
