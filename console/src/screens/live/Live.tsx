import './live.css'

import { type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react'

import { useSession } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { DeviceTree } from '../../ui/device-tree/DeviceTree.tsx'
import { layoutOf } from './layouts.ts'
import { useSite } from './queries.ts'
import { useSiteModel } from './site-model.ts'
import { Tile, toggleFullScreen } from './Tile.tsx'
import { Toolbar } from './Toolbar.tsx'
import { layoutForKey } from './wall-keys.ts'
import { recallWall, rememberWall, wallInAddress } from './wall-memory.ts'
import { nextWall, shownPlaces } from './wall.ts'

/** Where the tree lies over the wall instead of beside it. */
const NARROW = '(max-width: 760px)'

export function Live(): ReactNode {
  const t = useT()
  const account = useSession(({ user }) =>
    user ? `${user.currentCompany.CompanyID}:${user.currentAccount}` : '',
  )
  const [wall, act] = useReducer(nextWall, account, recallWall)
  const [isTreeOpen, setIsTreeOpen] = useState(() => !matchMedia(NARROW).matches)
  const section = useRef<HTMLDivElement>(null)
  const site = useSite()
  const { tree, revision, device } = useSiteModel(site.data)

  useEffect(() => rememberWall(account, wall), [account, wall])
  useEffect(() => {
    const follow = (): void => {
      const asked = wallInAddress()
      if (asked) act({ do: 'replace', wall: asked })
    }
    const onKey = (event: KeyboardEvent): void => {
      const windows = layoutForKey(event)
      if (windows === undefined) return
      event.preventDefault()
      act({ do: 'layout', windows })
    }
    addEventListener('hashchange', follow)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('keydown', onKey)
    }
  }, [])

  const playing = useMemo(() => new Set(wall.places.flatMap((it) => it.device?.did ?? [])), [wall.places])
  const layout = layoutOf(wall.windows)
  const { first, end } = shownPlaces(wall)
  // By window, not by place: an element that moves in the document stops playing.
  const shown = wall.places
    .map((place, at) => ({ place, at }))
    .slice(first, end)
    .toSorted((a, b) => a.place.window - b.place.window)

  const play = (did: string): void => {
    act({ do: 'play', device: { did, channel: 0 } })
    if (matchMedia(NARROW).matches) setIsTreeOpen(false)
  }

  return (
    <div className="live" data-tree={isTreeOpen}>
      <h1 className="live-title">{t('app.realTimeVideo')}</h1>
      {isTreeOpen && (
        <aside className="live-side" aria-label={t('live.devices')}>
          {site.data && <DeviceTree model={tree} revision={revision} playing={playing} onPlay={play} />}
          {site.isPending && <p className="live-note">{t('live.loadingDevices')}</p>}
          {site.isError && (
            <div className="live-note" role="alert">
              <p>{t('live.devicesFailed')}</p>
              <button type="button" className="button" onClick={() => void site.refetch()}>
                {t('live.tryAgain')}
              </button>
            </div>
          )}
        </aside>
      )}
      <section className="live-stage" aria-label={t('live.wall')}>
        <div
          ref={section}
          className="live-wall"
          data-windows={layout.windows}
          style={{
            gridTemplate: `repeat(${layout.rows}, minmax(0, 1fr)) / repeat(${layout.columns}, minmax(0, 1fr))`,
          }}
        >
          {shown.map(({ place, at }) => {
            const cell = layout.cells[at - first]
            return (
              cell && (
                <Tile
                  key={place.window}
                  place={place}
                  at={at}
                  cell={cell}
                  isChosen={at === wall.chosen}
                  device={place.device && device(place.device.did)}
                  act={act}
                />
              )
            )
          })}
        </div>
        <Toolbar
          windows={wall.windows}
          isTreeOpen={isTreeOpen}
          onLayout={(windows) => act({ do: 'layout', windows })}
          onToggleTree={() => setIsTreeOpen(!isTreeOpen)}
          onFullScreen={() => void toggleFullScreen(section.current)}
        />
      </section>
    </div>
  )
}
