/** Walls under names: opened by the palette, by a link or from their dialog. */
import type { NamedWall } from '@vedette/contract/calls/wall'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { offered, useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { say } from '../../../ui/toasts.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { wallFromText } from '../wall-address.ts'
import { queryInAddress } from '../wall-memory.ts'
import { shownPlaces, type Wall, type WallAction } from '../wall.ts'
import { useNamedWalls } from './use-named-walls.ts'
import { useOpenWall } from './use-open-wall.ts'

const SavedWalls = lazy(async () => ({ default: (await import('./SavedWalls.tsx')).SavedWalls }))

interface Needs {
  number: number
  wall: Wall
  act: (action: WallAction) => boolean
  nameOf: (device: DeviceChannel) => string
}

export function useSavedWalls({ number, wall, act, nameOf }: Needs) {
  const t = useT()
  const walls = useNamedWalls()
  const [isOpen, setOpen] = useState(false)
  /** By a link, until the list is there. Read before the address is written over. */
  const [first] = useState(() => askedIn(queryInAddress()))
  const asked = useRef(first)
  const shown = useRef(wall)
  useEffect(() => {
    shown.current = wall
  }, [wall])
  const opened = useOpenWall(number, ({ DID, Channel, Account }) => {
    const device = { did: DID, channel: Channel }
    const before = shown.current
    const said = t('walls.received', { name: Account, camera: nameOf(device) })
    // A patrol has the windows: what was sent is said, and put off.
    if (!act({ do: 'play', device, ...freeIn(before) })) return say('info', said)
    say('info', said, { label: t('ui.undo'), run: () => act({ do: 'replace', wall: before }) })
  })
  const { open } = opened
  const apply = useCallback(
    (saved: NamedWall): void => {
      const kept = wallFromText(saved.Wall)
      const before = shown.current
      if (!kept || !act({ do: 'replace', wall: kept })) return
      open(saved.WallID)
      say('info', t('walls.shown', { name: saved.Name }), {
        label: t('ui.undo'),
        run: () => act({ do: 'replace', wall: before }),
      })
    },
    [act, open, t],
  )

  const list = walls.data
  const look = useCallback((): void => {
    if (!asked.current || !list) return
    const found = list.find(({ WallID }) => WallID === asked.current)
    asked.current = undefined
    if (found) apply(found)
    else say('warning', t('walls.gone'))
  }, [list, apply, t])
  const newest = useRef(look)
  useEffect(() => {
    newest.current = look
    look()
  }, [look])
  // A link that is followed while the wall is in sight. Once and for all: a listener that is put anew while others hear the same change is left out.
  useEffect(() => {
    const follow = ({ newURL }: HashChangeEvent): void => {
      const [, query = ''] = newURL.split('?', 2)
      asked.current = askedIn(query) ?? asked.current
      newest.current()
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

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
  const chosen = wall.places[wall.chosen]?.device
  const dialog: ReactNode = isOpen && (
    <Suspense>
      <SavedWalls
        wall={wall}
        opened={opened}
        camera={chosen && { ...chosen, name: nameOf(chosen) }}
        onApply={apply}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  )
  return { open: () => setOpen(true), dialog }
}

/** The first window in sight that has nothing; else the chosen one takes it. */
function freeIn(wall: Wall): { at?: number } {
  const { first, end } = shownPlaces(wall)
  const at = wall.places.findIndex(({ device }, it) => it >= first && it < end && !device)
  return at < 0 || at === wall.alarmAt ? {} : { at }
}

function askedIn(query: string): string | undefined {
  return new URLSearchParams(query).get('wall') ?? undefined
}
