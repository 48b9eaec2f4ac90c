/** Walls under names: opened by the palette, by a link or from their dialog. */
import { useQuery } from '@tanstack/react-query'
import { namedWalls, type NamedWall } from '@vedette/contract/calls/wall'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { offered, useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { say } from '../../../ui/toasts.ts'
import { send } from '../../../wire/send.ts'
import { wallFromText } from '../wall-address.ts'
import { queryInAddress } from '../wall-memory.ts'
import type { Wall, WallAction } from '../wall.ts'

const SavedWalls = lazy(async () => ({ default: (await import('./SavedWalls.tsx')).SavedWalls }))

export function useNamedWalls() {
  return useQuery({
    queryKey: [namedWalls.path],
    queryFn: async ({ signal }) => (await send(namedWalls, {}, { signal })).List,
  })
}

export function useSavedWalls(wall: Wall, act: (action: WallAction) => boolean) {
  const t = useT()
  const walls = useNamedWalls()
  const [isOpen, setOpen] = useState(false)
  const [asked, ask] = useState(() => askedIn(queryInAddress()))
  const apply = useCallback(
    (saved: NamedWall): void => {
      const kept = wallFromText(saved.Wall)
      if (kept && act({ do: 'replace', wall: kept })) say('info', t('walls.shown', { name: saved.Name }))
    },
    [act, t],
  )

  // A link that is followed while the wall is in sight.
  useEffect(() => {
    const follow = ({ newURL }: HashChangeEvent): void => {
      const [, query = ''] = newURL.split('?', 2)
      const wanted = askedIn(query)
      if (wanted) ask(wanted)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const list = walls.data
  useEffect(() => {
    if (!asked || !list) return
    ask(undefined)
    const found = list.find(({ WallID }) => WallID === asked)
    if (found) apply(found)
    else say('warning', t('walls.gone'))
  }, [asked, list, apply, t])

  useShortcuts(
    offered(
      (list ?? []).map((saved) => ({
        command: `wall-${saved.WallID}`,
        label: saved.Name,
        group: t('walls.title'),
        run: () => apply(saved),
      })),
    ),
  )
  const dialog: ReactNode = isOpen && (
    <Suspense>
      <SavedWalls wall={wall} onApply={apply} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { open: () => setOpen(true), dialog }
}

function askedIn(query: string): string | undefined {
  return new URLSearchParams(query).get('wall') ?? undefined
}
