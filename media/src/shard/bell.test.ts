import { spawnSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { Bell, heardAt } from './bell.ts'

it('is heard once for each time that it was rung in between', () => {
  const bell = Bell.hung()
  if (!bell) throw new Error('no room for a bell')
  const isRung = heardAt(bell.fd)
  expect(isRung()).toBe(false)
  for (let i = 0; i < 300; i++) {
    bell.ring()
    expect([isRung(), isRung()]).toEqual([true, false])
  }
  bell.close()
})

it('is the same for a process that was given it', () => {
  const bell = Bell.hung()
  if (!bell) throw new Error('no room for a bell')
  const isRung = heardAt(bell.fd)
  isRung()
  const ring = "require('node:fs').writeSync(3, Buffer.of(77), 0, 1, 0)"
  const stdio = ['ignore', 'ignore', 'ignore', bell.fd] as const
  expect(spawnSync(process.execPath, ['-e', ring], { stdio: [...stdio] }).status).toBe(0)
  expect(isRung()).toBe(true)
  bell.close()
})
