/** The top menu: section 2. It shows the pages that exist and are permitted, in the contract's order. */
import { MENU, type PageKey, pagesOf, type Variant } from '@vedette/contract/pages'

import { variants as activeVariants } from '../wire/settings.ts'

export type FolderKey = PageKey | 'community'

interface MenuPage {
  key: PageKey
  isInMenu: boolean
  /** Without a key of its own, it stands last in this folder (reading 60). */
  folder?: FolderKey | undefined
  /** Shown to full administrators alone. */
  isForAdministrators?: boolean
}

export type MenuEntry<P> = { kind: 'page'; page: P } | { kind: 'folder'; key: FolderKey; pages: P[] }

/** Pages of the last folder, where the build has the community module. */
export const COMMUNITY_PAGES = pagesOf(['community']).filter((page) => !pagesOf(['base']).includes(page))

export function mayOpen(
  { may, isAdministrator = false }: { may: (page: PageKey) => boolean; isAdministrator?: boolean },
  page: Pick<MenuPage, 'key' | 'isForAdministrators'>,
): boolean {
  return may(page.key) && (!page.isForAdministrators || isAdministrator)
}

export function menuOf<P extends MenuPage>(
  viewer: { may: (page: PageKey) => boolean; isAdministrator?: boolean },
  pages: readonly P[],
  variants: readonly Variant[] = activeVariants,
): MenuEntry<P>[] {
  const shown = (key: PageKey): P[] =>
    pages.filter((it) => it.isInMenu && it.key === key && mayOpen(viewer, it))
  const folder = (key: FolderKey, children: readonly PageKey[]): MenuEntry<P>[] => {
    const last = pages.filter((it) => it.folder === key && mayOpen(viewer, it))
    const inside = [...children.flatMap(shown), ...last]
    return inside.length > 0 ? [{ kind: 'folder', key, pages: inside }] : []
  }
  const menu = MENU.flatMap(({ key, children }): MenuEntry<P>[] =>
    children ? folder(key, children) : shown(key).map((page) => ({ kind: 'page', page })),
  )
  return variants.includes('community') ? [...menu, ...folder('community', COMMUNITY_PAGES)] : menu
}

/** The menu's pages in their order, those in folders too. */
export function pagesInMenu<P>(menu: readonly MenuEntry<P>[]): P[] {
  return menu.flatMap((entry) => (entry.kind === 'page' ? [entry.page] : entry.pages))
}
