/**
 * The pages behind the login that exist: adding one is one line in PAGE_REGISTRY. Which of them the menu shows, in which order
 * and in which folder, is the contract's MENU; the names are in i18n/page.ts.
 */
import { MENU, type PageKey } from '@vedette/contract/pages'
import type { ComponentType } from 'react'

import type * as texts from '../i18n/page.ts'
import type { PlainTextKey } from '../i18n/translate.ts'
import { Fetched } from '../ui/fetched.tsx'
import { COMMUNITY_PAGES, type FolderKey } from './menu.ts'
import { EXPORTS_PATH, HOME_PATH, WALL_PATH } from './routes.ts'
import type { ScreenProps } from './screen-props.ts'

export interface Page {
  /** The page whose permission admits; a child page names its parent's. */
  key: PageKey
  path: `/${string}`
  /** Shown in the menu; a child page is not. */
  isInMenu: boolean
  /** The page of the menu that is marked meanwhile: itself, or the one that leads here. */
  markedKey: PageKey
  labelKey: PlainTextKey
  /** While somebody watches it, the session is renewed by itself (reading 18). */
  isWall: boolean
  /** Last in this folder of the menu. */
  folder: FolderKey | undefined
  isForAdministrators: boolean
  screen: Fetched<ScreenProps>
}

type Load = () => Promise<ComponentType<ScreenProps>>
type Named = keyof typeof texts.page

const MENU_KEYS = [...MENU.flatMap(({ key, children }) => children ?? [key]), ...COMMUNITY_PAGES]

interface Extras {
  isWall?: boolean
  /** A child page: its own address and name, under the permission of `key`. */
  child?: { path: `/${string}`; name: Named }
  folder?: FolderKey
  isForAdministrators?: boolean
  /** For a page that is in no menu: the page it is reached from. */
  from?: PageKey
}

/** A page at `/<key>`, in the menu where the contract's MENU has it. */
function page(
  key: PageKey & Named,
  load: Load,
  { isWall = false, child, folder, isForAdministrators = false, from = key }: Extras = {},
): Page {
  return {
    key,
    path: child?.path ?? `/${key}`,
    isInMenu: !child && MENU_KEYS.includes(key),
    markedKey: from,
    labelKey: `page.${child?.name ?? key}`,
    isWall,
    folder,
    isForAdministrators,
    screen: new Fetched(load),
  }
}

/** Its worker begins, and its socket is let in, while the page is put together. */
async function live(): Promise<ComponentType<ScreenProps>> {
  const { Live, liveLink } = await import('../screens/live/index.ts')
  liveLink().warm()
  return Live
}

/** A child page reads `page('deviceManger', …, { child: { path: '/deviceConf/:did', name: 'deviceConf' } })`. */
export const PAGE_REGISTRY: readonly Page[] = [
  page('realTimeVideo', live, { isWall: true }),
  page('realTimeVideo', live, {
    isWall: true,
    child: { path: `${WALL_PATH}/:number`, name: 'wall' },
  }),
  page('replay', async () => (await import('../screens/replay/index.ts')).Replay, { isWall: true }),
  page('replay', async () => (await import('../screens/replay/index.ts')).ExportsPage, {
    child: { path: EXPORTS_PATH, name: 'exports' },
  }),
  page('deviceMap', async () => (await import('../screens/deviceMap/index.ts')).DeviceMap),
  page('deviceMap', async () => (await import('../screens/deviceMap/index.ts')).FloorPlans, {
    child: { path: '/floorPlans', name: 'floorPlans' },
  }),
  page('deviceManger', async () => (await import('../screens/deviceManger/index.ts')).Devices),
  page('deviceManger', async () => (await import('../screens/deviceConf/index.ts')).DeviceConf, {
    child: { path: '/deviceConf/:did', name: 'deviceConf' },
  }),
  page('deviceTransfer', async () => (await import('../screens/deviceTransfer/index.ts')).DeviceTransfer, {
    from: 'deviceManger',
  }),
  page('alarmManger', async () => (await import('../screens/alarmManger/index.ts')).Alarms),
  page('albumManager', async () => (await import('../screens/albumManager/index.ts')).Album),
  page('accountManger', async () => (await import('../screens/accountManger/index.ts')).Accounts),
  page('accountManger', async () => (await import('../screens/audit/index.ts')).Audit, {
    child: { path: '/audit', name: 'audit' },
    folder: 'systemManger',
    isForAdministrators: true,
  }),
  page('accountManger', async () => (await import('../screens/home/index.ts')).Home, {
    child: { path: HOME_PATH, name: 'home' },
    isForAdministrators: true,
  }),
  page('roleManger', async () => (await import('../screens/roleManger/index.ts')).Roles),
  page('residentialArea', async () => (await import('../screens/community/index.ts')).Areas),
  page('building', async () => (await import('../screens/community/index.ts')).Buildings),
  page('resident', async () => (await import('../screens/community/index.ts')).Residents),
  page('vehicle', async () => (await import('../screens/community/index.ts')).Vehicles),
]
