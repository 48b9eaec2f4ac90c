/** The pages behind the login that exist: adding one is one entry here. Which of them the menu shows, and in which order, is the contract's MENU. */
import type { PageKey } from '@vedette/contract/pages'
import { type ComponentType, lazy } from 'react'

import type { PlainTextKey } from '../i18n/translate.ts'

export interface Page {
  /** Whose permission admits; a child page names its parent's. */
  key: PageKey
  path: `/${string}`
  /** Shown in the menu; a child page is not. */
  isInMenu: boolean
  labelKey: PlainTextKey
  /** While somebody watches it, the session is renewed by itself (reading 18). */
  isWall?: true
  /** Fetched when it is first shown. */
  Screen: ComponentType
}

export const PAGE_REGISTRY: readonly Page[] = [
  {
    key: 'realTimeVideo',
    path: '/realTimeVideo',
    isInMenu: true,
    isWall: true,
    labelKey: 'app.realTimeVideo',
    Screen: lazy(async () => ({ default: (await import('../screens/live/index.ts')).Live })),
  },
]
