/** docs/design.md lists the main task of each page of the menu, with a story that there is. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { MENU, type PageKey } from '@vedette/contract/pages'
import { expect, it } from 'vitest'

import { COMMUNITY_PAGES } from './menu.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const design = readFileSync(`${ROOT}/docs/design.md`, 'utf8')
const rows = design
  .slice(design.indexOf('## Main tasks'))
  .split('\n')
  .filter((line) => /^\| (?!page|---)/.test(line))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )

/** What the list calls the pages. */
const NAMES: Partial<Record<PageKey | 'home' | 'audit' | 'floorPlans' | 'deviceConf', string>> = {
  realTimeVideo: 'live',
  replay: 'replay',
  deviceMap: 'device map',
  floorPlans: 'floor plans',
  deviceManger: 'devices',
  deviceConf: 'device settings',
  deviceTransfer: 'transfer',
  alarmManger: 'alarms',
  albumManager: 'album',
  accountManger: 'accounts',
  roleManger: 'roles',
  audit: 'audit log',
  home: 'overview',
  residentialArea: 'residential areas',
  building: 'buildings',
  resident: 'residents',
  vehicle: 'vehicles',
}

it('every page of the menu has its main task', () => {
  const inMenu = MENU.flatMap(({ key, children }): readonly PageKey[] => children ?? [key])
  const named = [...inMenu, ...COMMUNITY_PAGES].map((key) => NAMES[key] ?? key)
  const listed = new Set(rows.map(([page]) => page ?? ''))
  expect([...named, ...Object.values(NAMES)].filter((page) => !listed.has(page))).toEqual([])
})

it('each task says its steps by pointer and by keys, and has a story', () => {
  expect(rows.filter((cells) => cells.length !== 6 || cells.slice(0, 5).includes(''))).toEqual([])
  const stories = rows.map((cells) => cells[4]?.replaceAll('`', '') ?? '')
  expect(stories.filter((story) => !existsSync(`${ROOT}/${story}`))).toEqual([])
})

it('a story by keys alone counts the steps of the task that it stands beside', () => {
  const stories = rows.flatMap(([page, task, , , , path = '']) =>
    path === '' ? [] : [{ path: path.replaceAll('`', ''), counted: `mostSteps('${page}', '${task}')` }],
  )
  expect(stories.length).toBeGreaterThan(0)
  const isCounted = ({ path, counted }: (typeof stories)[number]): boolean =>
    readFileSync(`${ROOT}/${path}`, 'utf8').replaceAll(/\s+/g, ' ').includes(counted)
  expect(stories.filter((it) => !isCounted(it))).toEqual([])
})
