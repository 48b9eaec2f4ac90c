import { expect, it } from 'vitest'

import { Fetched } from './fetched.tsx'

const Page = (): string => 'page'

it('is fetched once, and tells those who show it', async () => {
  let times = 0
  const page = new Fetched(async () => {
    times++
    return Page
  })
  expect(page.current()).toBeUndefined()
  const told: string[] = []
  page.subscribe(() => told.push('first'))
  const leave = page.subscribe(() => told.push('gone'))
  leave()
  await page.fetch()
  expect([page.current(), told, times]).toEqual([Page, ['first'], 1])
})

it('throws what it could not be fetched for, and tells that too', async () => {
  const page = new Fetched<object>(() => Promise.reject(new Error('no such file')))
  let isTold = false
  page.subscribe(() => (isTold = true))
  await page.fetch()
  expect(isTold).toBe(true)
  expect(page.current).toThrow('no such file')
})
