import { expect, it } from 'vitest'

import { Latest, pictureNear } from './scrubbed.ts'

it('shows what is there at once, and nothing older after it', async () => {
  const shown: string[] = []
  const done = new Map<number, (found: string) => void>()
  const latest = new Latest(
    (key: number) => new Promise<string>((resolve) => done.set(key, resolve)),
    (found: string) => shown.push(found),
  )
  latest.want(1)
  latest.want(2)
  latest.showAtOnce('three')
  expect(shown).toEqual(['three'])
  latest.want(4)
  done.get(1)?.('one')
  await expect.poll(() => [...done.keys()]).toEqual([1, 4])
  done.get(4)?.('four')
  await expect.poll(() => shown).toEqual(['three', 'four'])
})

it('shows what comes while the pointer goes on, and loads what was wanted last', async () => {
  const [asked, shown]: [number[], string[]] = [[], []]
  const done = new Map<number, (found: string) => void>()
  const latest = new Latest(
    (key: number) =>
      new Promise<string>((resolve) => {
        asked.push(key)
        done.set(key, resolve)
      }),
    (found: string) => shown.push(found),
  )
  for (const at of [1, 2, 3]) latest.want(at)
  expect(asked).toEqual([1])
  done.get(1)?.('one')
  await expect.poll(() => asked).toEqual([1, 3])
  // It never rested, and something is seen.
  expect(shown).toEqual(['one'])
  latest.want(4)
  done.get(3)?.('three')
  await expect.poll(() => asked).toEqual([1, 3, 4])
  latest.stop()
  done.get(4)?.('four')
  latest.want(5)
  await expect.poll(() => shown).toEqual(['one', 'three'])
  expect(asked).toEqual([1, 3, 4])
})

it('shows the pointer’s own moment where footage begins between the step before it and the pointer', async () => {
  const asked: number[] = []
  const pictureFrom = (beginMs: number) => async (atMs: number) => {
    asked.push(atMs)
    return atMs >= beginMs ? `picture at ${atMs}` : undefined
  }
  expect(await pictureNear(pictureFrom(9000), 10_000, 11_500)).toBe('picture at 10000')
  expect(asked).toEqual([10_000])
  expect(await pictureNear(pictureFrom(11_000), 10_000, 11_500)).toBe('picture at 11500')
  expect(await pictureNear(pictureFrom(12_000), 10_000, 11_500)).toBeUndefined()
})
