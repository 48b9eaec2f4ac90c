import { expect, test } from 'vitest'

import { MethodChoice } from './method-choice.ts'

test('pictures are shown at once until the machine falls behind twice in half a minute, then smoothly until another camera is shown', () => {
  const choice = new MethodChoice(() => false)
  expect(choice.method).toBe('webcodecs')
  expect(choice.lagged(0)).toBe(false)
  expect(choice.lagged(30_000)).toBe(false)
  expect(choice.method).toBe('webcodecs')
  expect(choice.lagged(45_000)).toBe(true)
  expect(choice.method).toBe('mse')
  // What the last pictures of the other player still tell changes nothing.
  expect(choice.lagged(45_001)).toBe(false)
  choice.startOver()
  expect(choice.method).toBe('webcodecs')
})

test('a method that a person chose stays, however the machine keeps up', () => {
  const choice = new MethodChoice(() => false)
  choice.choose('webcodecs')
  expect([1, 2, 3].map((ms) => choice.lagged(ms))).toEqual([false, false, false])
  expect(choice.method).toBe('webcodecs')
  choice.choose('mse')
  expect(choice.method).toBe('mse')
})

test('pictures that are old for three seconds on end are played smoothly from then on', () => {
  const choice = new MethodChoice(() => false)
  expect([2500, 2500, 400, 2500, undefined, 2500, 2500].map((ms) => choice.aged(ms))).not.toContain(true)
  expect(choice.aged(2500)).toBe(true)
  expect(choice.method).toBe('mse')
  choice.choose('webcodecs')
  expect([1, 2, 3, 4].map(() => choice.aged(9000))).not.toContain(true)
})

test('of many windows each is played smoothly, whatever was chosen by a person stays', () => {
  let isCrowded = false
  const choice = new MethodChoice(() => isCrowded)
  expect(choice.method).toBe('webcodecs')
  isCrowded = true
  expect(choice.method).toBe('mse')
  choice.choose('webcodecs')
  expect(choice.method).toBe('webcodecs')
})
