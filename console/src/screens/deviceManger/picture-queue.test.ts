import { expect, it } from 'vitest'

import { PictureQueue } from './picture-queue.ts'

it('three pictures are asked for at once; one that was given up meanwhile is not asked for at all', async () => {
  const queue = new PictureQueue()
  const { signal } = new AbortController()
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const givenUp = new AbortController()
  const works = ends.map(({ promise }, at) =>
    queue.take(at === 3 ? givenUp.signal : signal, () => {
      begun.push(at)
      return promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  givenUp.abort(new Error('the dialog was closed'))
  ends[0]?.resolve(0)
  await expect(works[3]).rejects.toThrow('the dialog was closed')
  ends[4]?.resolve(4)
  expect(await works[4]).toBe(4)
  expect(begun).toEqual([0, 1, 2, 4])
  ends[1]?.reject(new Error('no picture'))
  await expect(works[1]).rejects.toThrow('no picture')
  expect(await queue.take(signal, () => Promise.resolve('again'))).toBe('again')
})
