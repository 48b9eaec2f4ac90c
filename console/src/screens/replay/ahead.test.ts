import { expect, it } from 'vitest'

import { Ahead, momentsAhead } from './ahead.ts'

const KEY_MS = 4000
const OLD_MS = 1_000_000

/** Key frames every four seconds, which come when they are let. */
function archive(limits?: { kept: number; bytes: number }) {
  const asked: number[] = []
  const fetched: number[] = []
  const aborted: number[] = []
  const back: string[] = []
  const gates = new Map<number, () => void>()
  const ahead = new Ahead<string>(
    {
      find: async ({ atMs }, signal) => {
        asked.push(atMs)
        await new Promise<void>((resolve, reject) => {
          gates.set(atMs, resolve)
          signal.addEventListener('abort', () => {
            aborted.push(atMs)
            reject(new Error('aborted'))
          })
        })
        const keyMs = Math.floor(atMs / KEY_MS) * KEY_MS
        return {
          keyMs,
          fetch: () => {
            fetched.push(keyMs)
            return Promise.resolve({ picture: `picture ${keyMs}`, bytes: 100 })
          },
        }
      },
      giveBack: (picture) => back.push(picture),
      settledMs: () => OLD_MS,
    },
    limits,
  )
  const at = (atMs: number) => ({ of: 'camera', atMs })
  const come = async (atMs: number): Promise<void> => {
    await expect.poll(() => gates.has(atMs)).toBe(true)
    gates.get(atMs)?.()
    gates.delete(atMs)
  }
  return { ahead, at, come, asked, fetched, aborted, back }
}

it('has what lies ahead before it is asked for, each key frame once', async () => {
  const { ahead, at, come, asked, fetched } = archive()
  const first = ahead.want(at(8000))
  await come(8000)
  expect(await first).toBe('picture 8000')
  ahead.fetchAhead([10_000, 12_000, 14_000].map(at))
  // No more than two at a time.
  expect(asked).toEqual([8000, 10_000, 12_000])
  for (const ms of [10_000, 12_000, 14_000]) await come(ms)
  await expect.poll(() => ahead.ready(at(14_000))).toBe('picture 12000')
  expect([9000, 10_000, 13_000].map((ms) => ahead.ready(at(ms)))).toEqual([
    'picture 8000',
    'picture 8000',
    'picture 12000',
  ])
  expect(fetched).toEqual([8000, 12_000])
  expect(ahead.ready(at(11_000))).toBeUndefined()
  expect(ahead.ready({ of: 'another', atMs: 9000 })).toBeUndefined()
})

it('gives up what the pointer has left, but not what somebody waits for', async () => {
  const { ahead, at, come, asked, aborted } = archive()
  ahead.fetchAhead([4000, 8000, 12_000].map(at))
  // It goes to the first of them, faster than that comes.
  const wanted = ahead.want(at(4000))
  expect(aborted).toEqual([8000])
  ahead.fetchAhead([40_000].map(at))
  await come(4000)
  expect(await wanted).toBe('picture 4000')
  await come(40_000)
  await expect.poll(() => ahead.ready(at(40_000))).toBe('picture 40000')
  expect(asked).toEqual([4000, 8000, 40_000])
  expect(aborted).toEqual([8000])
})

it('keeps a few, those shown last, and gives back the others and in the end all', async () => {
  const { ahead, at, come, back } = archive({ kept: 10, bytes: 300 })
  for (const ms of [0, 4000, 8000]) {
    const wanted = ahead.want(at(ms))
    await come(ms)
    await wanted
  }
  expect(back).toEqual([])
  ahead.ready(at(0))
  const another = ahead.want(at(12_000))
  await come(12_000)
  await another
  expect(back).toEqual(['picture 4000'])
  ahead.close()
  expect(back.toSorted()).toEqual(['picture 0', 'picture 12000', 'picture 4000', 'picture 8000'])
})

it('takes the newest key frame for that of its own moment alone', async () => {
  const { ahead, at, come } = archive()
  const wanted = ahead.want(at(OLD_MS + 2000))
  await come(OLD_MS + 2000)
  expect(await wanted).toBe(`picture ${OLD_MS}`)
  expect(ahead.ready(at(OLD_MS + 2000))).toBeUndefined()
  expect(ahead.ready(at(OLD_MS))).toBe(`picture ${OLD_MS}`)
})

it('looks where the pointer moves, and to both sides until it has moved', () => {
  expect(momentsAhead(undefined, 100, 10)).toEqual([110, 90, 120, 80])
  expect(momentsAhead(80, 100, 10)).toEqual([110, 120, 130])
  expect(momentsAhead(130, 100, 10)).toEqual([90, 80, 70])
})
