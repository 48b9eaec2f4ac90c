import { expect, test } from 'vitest'

import { type Attempt, codecName, isH265, nextAttempt } from './codec-policy.ts'

function triedInOrder(wanted: Attempt, available: readonly ('mse' | 'webcodecs')[]): string[] {
  const failed: Attempt[] = []
  for (let next = nextAttempt(wanted, failed, available); next; next = nextAttempt(wanted, failed, available))
    failed.push(next)
  return failed.map(({ method, quality }) => `${quality} by ${method}`)
}

test('a picture is kept at its quality while any way of playing it is left', () => {
  expect(triedInOrder({ method: 'mse', quality: 'main' }, ['mse', 'webcodecs'])).toEqual([
    'main by mse',
    'main by webcodecs',
    'sub by mse',
    'sub by webcodecs',
  ])
  expect(triedInOrder({ method: 'webcodecs', quality: 'sub' }, ['mse', 'webcodecs'])).toEqual([
    'sub by webcodecs',
    'sub by mse',
    'main by webcodecs',
    'main by mse',
  ])
})

test('a method that the browser does not have is never tried', () => {
  expect(triedInOrder({ method: 'webcodecs', quality: 'main' }, ['mse'])).toEqual([
    'main by mse',
    'sub by mse',
  ])
})

test('H.265 that nothing plays is asked for converted, and only then', () => {
  const wanted: Attempt = { method: 'webcodecs', quality: 'main' }
  const plain: Attempt[] = [
    wanted,
    { method: 'mse', quality: 'main' },
    { method: 'webcodecs', quality: 'sub' },
    { method: 'mse', quality: 'sub' },
  ]
  const both = ['mse', 'webcodecs'] as const
  expect(nextAttempt(wanted, plain.slice(0, 3), both, true)).toEqual({ method: 'mse', quality: 'sub' })
  const converted = nextAttempt(wanted, plain, both, true)
  expect(converted).toEqual({ ...wanted, isConverted: true })
  expect(nextAttempt(wanted, plain, both, false)).toBeUndefined()
  expect(nextAttempt(wanted, [...plain, { ...wanted, isConverted: true }], both, true)).toEqual({
    method: 'mse',
    quality: 'main',
    isConverted: true,
  })
  expect(['hvc1.1.6.L93.B0', 'hev1.1.6.L93.B0', 'avc1.64001f'].map(isH265)).toEqual([true, true, false])
})

test('codecs are called by the names that people know', () => {
  const named = ['avc1.64001f', 'hvc1.1.6.L93.B0', 'hev1.1.6.L93.B0', 'vp09.00.10.08']
  expect(named.map(codecName)).toEqual(['H.264', 'H.265', 'H.265', 'vp09.00.10.08'])
})
