import { Refusal } from '@vedette/contract/codes'
import { describe, expect, it } from 'vitest'

import { Semaphore } from './semaphore.ts'

/** Work that begins when its turn has come and ends when it is told to. */
function work(semaphore: Semaphore) {
  const began = Promise.withResolvers<void>()
  const end = Promise.withResolvers<string>()
  let hasBegun = false
  const done = semaphore.take(async () => {
    hasBegun = true
    began.resolve()
    return end.promise
  })
  return { hasBegun: () => hasBegun, began: began.promise, end, done }
}

describe('a semaphore', () => {
  it('let two work at once, the others in the order in which they came', async () => {
    const semaphore = new Semaphore(2, 2)
    const [one, two, three, four] = [work(semaphore), work(semaphore), work(semaphore), work(semaphore)]
    expect([one, two, three, four].map((it) => it.hasBegun())).toEqual([true, true, false, false])
    two.end.resolve('two')
    expect(await two.done).toBe('two')
    await three.began
    expect(four.hasBegun()).toBe(false)
    one.end.resolve('one')
    await four.began
    three.end.resolve('three')
    four.end.resolve('four')
    expect(await Promise.all([one.done, three.done, four.done])).toEqual(['one', 'three', 'four'])
    // Nobody is left, so the next two begin at once, and no third.
    const again = [work(semaphore), work(semaphore), work(semaphore)]
    expect(again.map((it) => it.hasBegun())).toEqual([true, true, false])
    for (const { end } of again) end.resolve('')
    await Promise.all(again.map((it) => it.done))
  })

  it('refuse who finds the line full, as an overload', async () => {
    const semaphore = new Semaphore(1, 1)
    const [first, second] = [work(semaphore), work(semaphore)]
    await expect(semaphore.take(async () => 'third')).rejects.toEqual(new Refusal('overloaded'))
    first.end.resolve('first')
    await second.began
    const fourth = work(semaphore)
    second.end.resolve('second')
    await fourth.began
    fourth.end.resolve('fourth')
    expect(await fourth.done).toBe('fourth')
  })

  it('pass on when work fails', async () => {
    const semaphore = new Semaphore(1, 1)
    const [first, second] = [work(semaphore), work(semaphore)]
    first.end.reject(new Error('of the work'))
    await expect(first.done).rejects.toThrow('of the work')
    await second.began
    second.end.resolve('second')
    expect(await second.done).toBe('second')
  })
})
