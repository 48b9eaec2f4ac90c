import { describe, expect, it } from 'vitest'

import { partOf } from './media.ts'

const all = { from: 0, to: 100, isPart: false }
const file = { bytes: 100, tag: '"a"' }
const part = (range: string | undefined, more: { 'if-range'?: string } = {}, of: object = file) =>
  partOf({ headers: { range, ...more } }, of)

describe('the part of a file that is asked for', () => {
  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=99-', 99, 100],
    ['bytes=0-', 0, 100],
    ['bytes=50-1000', 50, 100],
    ['bytes=-1', 99, 100],
    ['bytes=-100', 0, 100],
    ['bytes=-1000', 0, 100],
  ])('with %s is from %i to before %i', (range, from, to) => {
    expect(part(range)).toEqual({ from, to, isPart: true })
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=20-10', 'bytes=-0'])(
    'with %s is beyond its end',
    (range) => {
      expect(part(range)).toBe('beyond')
    },
  )

  it.each([
    undefined,
    '',
    'bytes=-',
    'bytes=1-2,4-5',
    'bytes=a-b',
    'items=1-2',
    ' bytes=1-2',
    'bytes=1-2 ',
    `bytes=${'1'.repeat(16)}-`,
    `bytes=0-${'1'.repeat(16)}`,
  ])('with %j is all of it', (range) => {
    expect(part(range)).toEqual(all)
  })

  it('is all of it where it is another file than the one that is known', () => {
    expect(part('bytes=1-2', { 'if-range': '"a"' })).toEqual({ from: 1, to: 3, isPart: true })
    expect(part('bytes=1-2', { 'if-range': '"b"' })).toEqual(all)
    expect(part('bytes=1-2', { 'if-range': '"a"' }, { bytes: 100 })).toEqual(all)
    expect(part('bytes=1-2', {}, { bytes: 100 })).toEqual({ from: 1, to: 3, isPart: true })
  })

  it('is all that comes where nobody knows how much that is', () => {
    expect(part('bytes=1-2', {}, {})).toEqual({ from: 0, to: Infinity, isPart: false })
    expect(part(undefined, {}, {})).toEqual({ from: 0, to: Infinity, isPart: false })
  })

  it('has a length in digits alone: fifteen are still one', () => {
    expect(part(`bytes=5-${'9'.repeat(15)}`)).toEqual({ from: 5, to: 100, isPart: true })
    expect(part(`bytes=${'9'.repeat(15)}-`)).toBe('beyond')
  })
})
