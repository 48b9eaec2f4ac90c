import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { layerViolation } from './layers.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test.each([
  ['media/src/rtsp/session.ts', '@vedette/contract/live', 'media may not use contract'],
  ['contract/src/call.ts', '@vedette/media/access-unit', 'contract may not use media'],
  ['console/src/app/main.tsx', '@vedette/server/main', 'console may not use server'],
  ['simulator/src/main.ts', '@vedette/devices/address', 'simulator may not use devices'],
  ['server/src/main.ts', '../../media/src/access-unit.ts', 'reach media as a package, not by path'],
  ['server/src/modules/device/routes.ts', '../region/store.ts', 'use server/src/modules/region/index.ts'],
  ['console/src/screens/live/Live.tsx', '../login/Login.tsx', 'use console/src/screens/login/index.ts'],
  ['console/src/player/player.ts', '../screens/live/wall.ts', 'a shared part may not know a screen'],
  [
    'server/src/modules/device/store.ts',
    '../../engines/storage/sqlite/engine.ts',
    'engines are wired in platform.ts; take the interface',
  ],
])('%s importing %s is refused', (file, specifier, message) => {
  expect(layerViolation(file, specifier)).toBe(message)
})

test.each([
  ['server/src/modules/device/routes.ts', '../region/index.ts'],
  ['server/src/modules/device/routes.ts', '@vedette/contract/calls/device'],
  ['server/src/platform.ts', './engines/storage/sqlite/engine.ts'],
  ['server/src/modules/device/store.ts', '../../engines/storage/storage.ts'],
  ['console/src/screens/live/Live.tsx', '../../player/player.ts'],
  ['media/src/rtsp/session.ts', 'node:net'],
])('%s importing %s is allowed', (file, specifier) => {
  expect(layerViolation(file, specifier)).toBeUndefined()
})

test.each([
  "import { x } from '@vedette/server/main'\nexport const y = x\n",
  'export * from "@vedette/server/main"\n',
  "export const y = await import('@vedette/server/main')\n",
])('the linter itself turns red on a forbidden import: %s', (source) => {
  const folder = mkdtempSync(join(ROOT, 'contract', 'src', 'red-'))
  try {
    const file = join(folder, 'red.ts')
    writeFileSync(file, source)
    const run = spawnSync(join(ROOT, 'node_modules', '.bin', 'oxlint'), [file], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(run.stdout + run.stderr).toContain('contract may not use server')
    expect(run.status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the linter itself turns red on two files that import each other, if only their types', () => {
  const folder = mkdtempSync(join(ROOT, 'contract', 'src', 'red-'))
  try {
    writeFileSync(join(folder, 'one.ts'), "import type { Two } from './two.ts'\nexport type One = Two | 1\n")
    writeFileSync(
      join(folder, 'two.ts'),
      "import type { One } from './one.ts'\nexport type Two = { one: One }\n",
    )
    const run = spawnSync(join(ROOT, 'node_modules', '.bin', 'oxlint'), [folder], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(run.stdout + run.stderr).toContain('no-cycle')
    expect(run.status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
