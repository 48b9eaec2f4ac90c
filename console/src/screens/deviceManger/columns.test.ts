import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it('a device is known by its CTEI in the telecom variant, and has a licence otherwise', async () => {
  const plain = await import('./columns.tsx')
  expect(plain.COLUMN_HEADS.license).toBe('devices.license')
  expect(plain.SHOWN_FIRST).not.toContain('license')
  vi.resetModules()
  vi.stubEnv('VITE_TELECOM', '1')
  const telecom = await import('./columns.tsx')
  expect(telecom.COLUMN_HEADS.license).toBe('devices.ctei')
  expect(telecom.SHOWN_FIRST.slice(0, 2)).toEqual(['name', 'license'])
  expect(telecom.SHOWN_FIRST).not.toContain('did')
})
