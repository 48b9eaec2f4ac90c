import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { deviceList } from '@vedette/contract/calls/device'
import { recordStorage } from '@vedette/contract/calls/record'
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

function shown(reasons: readonly string[]): string {
  const queries = new QueryClient()
  const lost = reasons.map(lostFor)
  queries.setQueryData([deviceList.path, 'health'], { total: 9, online: 1, lost, lostTotal: lost.length })
  queries.setQueryData([recordStorage.path, 'home'], { State: 'ok' })
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
