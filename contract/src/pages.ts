/** Pages and features: specification section 3, reading 22. */

/** Every page and the features that a role can be given on it. */
export const PAGES = {
  realTimeVideo: ['videoScreenshot', 'PTZ'],
  replay: [],
  deviceMap: [],
  deviceManger: [
    'add',
    'edit',
    'update',
    'batchUpdate',
    'delete',
    'deleteAll',
    'addGroup',
    'editGroup',
    'deleteGroup',
    'deviceConf',
    'import',
  ],
  deviceTransfer: [],
  alarmManger: ['delete', 'deleteAll'],
  albumManager: ['downloadAll', 'deleteAll', 'delete'],
  accountManger: ['add', 'edit', 'delete', 'deleteAll', 'export', 'resetPassword', 'regionManager'],
  roleManger: ['add', 'edit', 'delete'],
  deviceFolder: [],
  systemManger: [],
  'install-maintenance': [],
  AIOT_Mini: [],
  residentialArea: ['add', 'edit', 'delete'],
  building: ['add', 'edit', 'delete'],
  resident: ['add', 'edit', 'delete', 'export', 'personalData'],
  vehicle: ['add', 'edit', 'delete', 'import', 'export', 'personalData'],
} as const satisfies Record<string, readonly string[]>

export type PageKey = keyof typeof PAGES

/** A page, or a page and one of its features: `deviceManger.edit`. */
export type Grant = { [P in PageKey]: P | `${P}.${(typeof PAGES)[P][number]}` }[PageKey]

export const PAGE_KEYS: readonly PageKey[] = Object.keys(PAGES).filter(isPageKey)

export type Variant = 'base' | 'community' | 'telecom'

const COMMUNITY_PAGES: readonly PageKey[] = ['residentialArea', 'building', 'resident', 'vehicle']

/** The pages that a role can hold where these variants are on; base is always on. */
export function pagesOf(variants: readonly Variant[]): PageKey[] {
  return PAGE_KEYS.filter((page) => {
    if (COMMUNITY_PAGES.includes(page)) return variants.includes('community')
    if (page === 'AIOT_Mini') return variants.includes('telecom')
    return true
  })
}

/** The top menu in its order; a folder shows when at least one child may be seen (section 2). */
export const MENU: readonly { key: PageKey; children?: readonly PageKey[] }[] = [
  { key: 'realTimeVideo' },
  { key: 'replay' },
  { key: 'deviceMap' },
  { key: 'deviceManger' },
  { key: 'alarmManger' },
  { key: 'systemManger', children: ['albumManager', 'accountManger', 'roleManger'] },
]

export function isPageKey(key: string): key is PageKey {
  return Object.hasOwn(PAGES, key)
}

export function pageOfGrant(grant: Grant): PageKey {
  const page = grant.split('.')[0] ?? ''
  if (!isPageKey(page)) throw new TypeError(`no page in grant ${grant}`)
  return page
}
