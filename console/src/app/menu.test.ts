import { MENU, type PageKey } from '@vedette/contract/pages'
import { describe, expect, it } from 'vitest'

import { menuOf, pagesInMenu } from './menu.ts'

const COMMUNITY: readonly PageKey[] = ['residentialArea', 'building', 'resident', 'vehicle']
const KEYS = [...MENU.flatMap(({ key, children }) => children ?? [key]), ...COMMUNITY]

/** Every page of the menu as if it existed, in an order that is not the menu's. */
const ALL = KEYS.toReversed().map((key) => ({ key, isInMenu: true }))
const everybody = { may: () => true }

function having(...pages: PageKey[]): { may: (page: PageKey) => boolean } {
  return { may: (page) => pages.includes(page) }
}

function outline(menu: ReturnType<typeof menuOf<(typeof ALL)[number]>>): unknown[] {
  return menu.map((entry) =>
    entry.kind === 'page' ? entry.page.key : { [entry.key]: entry.pages.map(({ key }) => key) },
  )
}

describe('the menu', () => {
  it('is live video, replay, map, devices, alarms, then the system folder with album, accounts, roles', () => {
    expect(outline(menuOf(everybody, ALL))).toEqual([
      'realTimeVideo',
      'replay',
      'deviceMap',
      'deviceManger',
      'alarmManger',
      { systemManger: ['albumManager', 'accountManger', 'roleManger'] },
    ])
  })

  it('ends with the community folder where the build has that module', () => {
    const menu = outline(menuOf(everybody, ALL, ['base', 'community']))
    expect(menu).toHaveLength(7)
    expect(menu.at(-1)).toEqual({ community: COMMUNITY })
  })

  it('shows only what is permitted', () => {
    expect(outline(menuOf(having('alarmManger', 'realTimeVideo'), ALL))).toEqual([
      'realTimeVideo',
      'alarmManger',
    ])
    expect(menuOf(having(), ALL)).toEqual([])
  })

  it('shows only what exists', () => {
    const some = ALL.filter(({ key }) => key === 'replay' || key === 'roleManger')
    expect(outline(menuOf(everybody, some))).toEqual(['replay', { systemManger: ['roleManger'] }])
  })

  it('shows a folder only for a child that is both: its own permission does not do', () => {
    expect(menuOf(having('systemManger'), ALL)).toEqual([])
    expect(outline(menuOf(having('accountManger'), ALL))).toEqual([{ systemManger: ['accountManger'] }])
    const live = ALL.filter(({ key }) => key === 'realTimeVideo')
    expect(outline(menuOf(everybody, live))).toEqual(['realTimeVideo'])
  })

  it('leaves child pages of the same permission out', () => {
    const pages = [
      { key: 'deviceManger', isInMenu: true, path: '/deviceManger' },
      { key: 'deviceManger', isInMenu: false, path: '/deviceConf/:did' },
    ] as const
    expect(pagesInMenu(menuOf(everybody, pages)).map(({ path }) => path)).toEqual(['/deviceManger'])
  })

  it('opens on its first page, which may be in a folder', () => {
    expect(pagesInMenu(menuOf(having('roleManger', 'albumManager'), ALL))[0]?.key).toBe('albumManager')
  })
})
