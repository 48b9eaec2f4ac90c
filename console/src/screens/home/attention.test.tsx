import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { deviceList } from '@vedette/contract/calls/device'
import { recordStorage } from '@vedette/contract/calls/record'
import { recordCheckWeek } from '@vedette/contract/calls/record-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { Attention } from './Attention.tsx'

addSections(sections)

const DAY_MS = 86_400_000
const lostFor = (Reason: string) => ({
  DID: Reason,
  DevName: 'Gate',
  Alias: '',
  GroupName: '',
  Since: 0,
  Reason,
})

function shown(reasons: readonly string[], storage: object = {}, wrong: readonly object[] = []): string {
  const queries = new QueryClient()
  const lost = reasons.map(lostFor)
  queries.setQueryData([deviceList.path, 'health'], { total: 9, online: 1, lost, lostTotal: lost.length })
  queries.setQueryData([recordStorage.path, 'home'], {
    State: 'ok',
    Clock: 'trusted',
    LimitBytes: 1e10,
    ...storage,
  })
  queries.setQueryData([recordCheckWeek.path], { Cameras: 9, Percent: 99, Wrong: wrong })
  queries.setQueryData(
    ['thumbnails', ...reasons],
    new Map([['credentials', { url: '/vms/picture/gate.jpg', at: 0 }]]),
  )
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Attention now={DAY_MS} />
    </QueryClientProvider>,
  )
}

it('a fault says what is probably behind it, and shows what the camera saw last', () => {
  const all = shown(['unreachable', 'credentials'])
  expect(all).toContain('Probably no power or network, or its address has changed')
  expect(all).toContain('Its user name or password has probably changed')
  expect(all.match(/<img[^>]*>/g)).toHaveLength(1)
  expect(all).toContain('src="/vms/picture/gate.jpg"')
})

it('a reason without a likely cause is told as it is', () => {
  expect(shown(['addressRefused'])).toContain('The address is not allowed')
  expect(shown(['none'])).toContain('Gate')
})

it('storage that cannot be written says why, and leads to what is missing', () => {
  const page = shown([], { State: 'unwritable', Since: 0 })
  expect(page).toContain('1 thing needs your attention')
  expect(page).toContain('The disk is probably full, read-only or broken')
  expect(page).toMatch(/<a[^>]*aria-label="View Storage"/)
})

it('says that the clock jumped and what that keeps from happening; who runs the machine may confirm it', () => {
  expect(shown([])).not.toContain('clock')
  const ahead = { Clock: 'ahead', ClockAheadMs: 10 * DAY_MS }
  expect(shown([], ahead)).toContain('1 thing needs your attention')
  expect(shown([], ahead)).toContain('The server clock jumped ahead by 10 days')
  expect(shown([], ahead)).toContain('Confirm the clock')
  const guest = shown([], { ...ahead, LimitBytes: null })
  expect(guest).toContain('The server clock jumped ahead')
  expect(guest).not.toContain('Confirm the clock')
})

it('a camera that is online and records badly needs attention; one that is away is counted once', () => {
  const wrong = (DID: string) => ({
    DID,
    Channel: 2,
    Name: 'Yard',
    Percent: 40,
    Hours: { frozen: 3, gaps: 1 },
  })
  expect(shown([])).toContain('All is well')
  const page = shown(['credentials'], {}, [wrong('CAM-1'), wrong('credentials')])
  expect(page).toContain('2 things need your attention')
  expect(page).toContain('too little recorded, picture frozen')
  expect(page).toMatch(/href="#\/replay\?show=CAM-1~2[^"]*"/)
})
