import { beforeEach, expect, test } from 'vitest'

import { changeSetting, followStoredSetting, useSetting } from '../../app/settings.ts'
import { stored } from '../../app/stored.ts'
import { keepWall, keptWall, rememberedWall, wallKeyOf } from './wall-memory.ts'

const ACCOUNT = '01HZ:01HY'

beforeEach(() => {
  stored.clearAll()
  followStoredSetting()
})

test('each window of an account remembers a wall of its own', () => {
  keepWall(wallKeyOf(ACCOUNT, 1), 'layout=4&chosen=0&show=CAM-000001')
  keepWall(wallKeyOf(ACCOUNT, 2), 'layout=9&chosen=3&show=CAM-000002')
  expect(rememberedWall(wallKeyOf(ACCOUNT, 1))).toMatchObject({ windows: 4, chosen: 0 })
  expect(rememberedWall(wallKeyOf(ACCOUNT, 2))).toMatchObject({ windows: 9, chosen: 3 })
  expect(keptWall(wallKeyOf(ACCOUNT, 3))).toBeUndefined()
  expect(rememberedWall(wallKeyOf(ACCOUNT, 3))).toMatchObject({ windows: 4, chosen: 0 })
})

test('what the wall of another window has written meanwhile stays', () => {
  keepWall(ACCOUNT, 'layout=4&chosen=0&show=')
  const { walls, ...rest } = useSetting.getState()
  // The other window's, of which this one has not been told yet.
  stored.write('setting', { ...rest, walls: { ...walls, [`${ACCOUNT}/2`]: 'layout=1&chosen=0&show=' } })
  keepWall(ACCOUNT, 'layout=9&chosen=0&show=')
  followStoredSetting()
  expect(useSetting.getState().walls).toEqual({
    [ACCOUNT]: 'layout=9&chosen=0&show=',
    [`${ACCOUNT}/2`]: 'layout=1&chosen=0&show=',
  })
})

test('the walls that were changed last are remembered, not all that there ever were', () => {
  for (let n = 0; n < 40; n++) keepWall(`company:${n}`, 'layout=4&chosen=0&show=')
  keepWall('company:15', 'layout=1&chosen=0&show=')
  changeSetting({ theme: 'light' })
  const kept = Object.keys(useSetting.getState().walls)
  expect(kept).toHaveLength(30)
  expect(kept.at(-1)).toBe('company:15')
  expect(keptWall('company:9')).toBeUndefined()
  expect(keptWall('company:10')).toBeDefined()
})
