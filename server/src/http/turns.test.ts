import { Refusal } from '@vedette/contract/codes'
import { describe, expect, it } from 'vitest'

import { Turns } from './turns.ts'

/** Work that begins when its turn has come and ends when it is told to. */
function work(turns: Turns) {
  const began = Promise.withResolvers<void>()
  const end = Promise.withResolvers<string>()
  let hasBegun = false
  const done = turns.take(async () => {
    hasBegun = true
    began.resolve()
    return end.promise
  })
  return { hasBegun: () => hasBegun, began: began.promise, end, done }
}

describe('turns', () => {
  it('let two work at once, the others in the order in which they came', async () => {
    const turns = new Turns(2, 2)
    const [one, two, three, four] = [work(turns), work(turns), work(turns), work(turns)]
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
    const again = [work(turns), work(turns), work(turns)]
    expect(again.map((it) => it.hasBegun())).toEqual([true, true, false])
    for (const { end } of again) end.resolve('')
    await Promise.all(again.map((it) => it.done))
  })

  it('refuse who finds the line full, as an overload', async () => {
    const turns = new Turns(1, 1)
    const [first, second] = [work(turns), work(turns)]
    await expect(turns.take(async () => 'third')).rejects.toEqual(new Refusal('overloaded'))
    first.end.resolve('first')
    await second.began
    const fourth = work(turns)
    second.end.resolve('second')
    await fourth.began
    fourth.end.resolve('fourth')
    expect(await fourth.done).toBe('fourth')
  })

  it('pass on when work fails', async () => {
    const turns = new Turns(1, 1)
    const [first, second] = [work(turns), work(turns)]
    first.end.reject(new Error('of the work'))
    await expect(first.done).rejects.toThrow('of the work')
    await second.began
    second.end.resolve('second')
    expect(await second.done).toBe('second')
  })
})
