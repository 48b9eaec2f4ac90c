import type { PageKey } from '@vedette/contract/pages'
import { describe, expect, it } from 'vitest'

import { destinationOf, type Viewer } from './places.ts'
import { wallPathOf } from './routes.ts'

const PAGES = [
  { key: 'deviceManger', path: '/deviceManger', isInMenu: true },
  { key: 'deviceManger', path: '/deviceConf/:did', isInMenu: false },
  { key: 'accountManger', path: '/accountManger', isInMenu: true },
  { key: 'realTimeVideo', path: '/realTimeVideo', isInMenu: true },
] as const

const nobody: Viewer = { isLoggedIn: false, may: () => false }
const barred: Viewer = { isLoggedIn: true, may: () => false }

function having(...pages: PageKey[]): Viewer {
  return { isLoggedIn: true, may: (page) => pages.includes(page) }
}

describe('an address', () => {
  it.each(['/', '/realTimeVideo', '/deviceConf/CAM-00001', '/nowhere'])(
    'leads to the login without a session: %s',
    (path) => {
      expect(destinationOf(path, nobody, PAGES)).toEqual({ kind: 'toLogin' })
    },
  )

  it('of the login shows it, but leads on where somebody is logged in', () => {
    expect(destinationOf('/login', nobody, PAGES)).toEqual({ kind: 'login' })
    expect(destinationOf('/login', having('realTimeVideo'), PAGES)).toEqual({ kind: 'fromLogin' })
  })

  it.each([
    ['/UserAgreement', 'user'],
    ['/PrivacyAgreement', 'privacy'],
  ])('%s is open to everybody', (path, agreement) => {
    for (const viewer of [nobody, barred, having('realTimeVideo')])
      expect(destinationOf(path, viewer, PAGES)).toEqual({ kind: 'agreement', agreement })
  })

  it('of an invitation is open to everybody', () => {
    for (const viewer of [nobody, barred, having('realTimeVideo')])
      expect(destinationOf('/invitation', viewer, PAGES)).toEqual({ kind: 'invitation' })
  })

  it('of a page shows it to those who may', () => {
    const destination = destinationOf('/realTimeVideo', having('realTimeVideo'), PAGES)
    expect(destination).toEqual({ kind: 'page', page: PAGES[3], parameters: {} })
  })

  it('of a page leads to / for those who may not', () => {
    const destination = destinationOf('/deviceManger', having('realTimeVideo'), PAGES)
    expect(destination).toEqual({ kind: 'redirect', to: '/' })
  })

  it('of a child page takes the parent’s permission', () => {
    const path = '/deviceConf/CAM-00001'
    const parameters = { did: 'CAM-00001' }
    expect(destinationOf(path, having('deviceManger'), PAGES)).toEqual({
      kind: 'page',
      page: PAGES[1],
      parameters,
    })
    expect(destinationOf(path, having('realTimeVideo'), PAGES)).toEqual({ kind: 'redirect', to: '/' })
    expect(destinationOf('/deviceConf', having('deviceManger'), PAGES)).toEqual({ kind: 'lost' })
  })

  it.each([
    ['/deviceConf/a%20b', 'a b'],
    ['/deviceConf/100%', '100%'],
    ['/deviceConf/X/', 'X'],
  ])('%s names the device %j', (path, did) => {
    expect(destinationOf(path, having('deviceManger'), PAGES)).toMatchObject({ parameters: { did } })
  })

  it('/ opens the first permitted page of the menu', () => {
    const all = having('accountManger', 'deviceManger', 'realTimeVideo')
    expect(destinationOf('/', all, PAGES)).toEqual({ kind: 'redirect', to: '/realTimeVideo' })
    const some = having('accountManger', 'deviceManger')
    expect(destinationOf('/', some, PAGES)).toEqual({ kind: 'redirect', to: '/deviceManger' })
  })

  it('/ is the not-found page without a button where nothing is permitted', () => {
    expect(destinationOf('/', barred, PAGES)).toEqual({ kind: 'barred' })
  })

  it('that is unknown is 404 for those who may see something and 401 for the others', () => {
    expect(destinationOf('/nowhere', having('realTimeVideo'), PAGES)).toEqual({ kind: 'lost' })
    expect(destinationOf('/nowhere', barred, PAGES)).toEqual({ kind: 'barred' })
  })

  it('never redirects for ever', () => {
    for (const viewer of [nobody, barred, having('realTimeVideo'), having('deviceTransfer')]) {
      for (const start of ['/', '/login', '/realTimeVideo', '/deviceManger', '/nowhere']) {
        let path = start
        let steps = 0
        for (; steps < 5; steps++) {
          const destination = destinationOf(path, viewer, PAGES)
          if (destination.kind === 'redirect') path = destination.to
          else if (destination.kind === 'fromLogin') path = '/'
          else if (destination.kind === 'toLogin') path = '/login'
          else break
        }
        expect(steps).toBeLessThan(5)
      }
    }
  })
})

it.each([
  ['', '/realTimeVideo'],
  ['vedette-wall-2', '/wall/2'],
  ['vedette-wall-', '/realTimeVideo'],
  ['vedette-wall-2/../x', '/realTimeVideo'],
  ['other', '/realTimeVideo'],
])('a window called %j has the wall %s', (name, path) => {
  expect(wallPathOf(name)).toBe(path)
})
