import { expect, test } from 'vitest'

import { isPressed, keyTexts, withKeys } from './key-combination.ts'

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
})

test('a digit is known by its place, because Alt may make another sign of it', () => {
  expect(isPressed('Alt+4', pressed('¢', { code: 'Digit4', altKey: true }))).toBe(true)
  expect(isPressed('Alt+4', pressed('4', { code: 'Numpad4', altKey: true }))).toBe(true)
  expect(isPressed('Alt+4', pressed('4', { code: 'Digit4' }))).toBe(false)
  expect(isPressed('0', pressed('0', { code: 'Digit0' }))).toBe(true)
})

test('a letter is known in either case, with Shift only where Shift is asked for', () => {
  expect(isPressed('m', pressed('M'))).toBe(true)
  expect(isPressed('m', pressed('M', { shiftKey: true }))).toBe(false)
  expect(isPressed('Shift+ArrowLeft', pressed('ArrowLeft', { shiftKey: true }))).toBe(true)
  expect(isPressed('ArrowLeft', pressed('ArrowLeft', { shiftKey: true }))).toBe(false)
})

test('a sign is known however the keyboard makes it', () => {
  expect(isPressed('?', pressed('?', { shiftKey: true }))).toBe(true)
  expect(isPressed('+', pressed('+'))).toBe(true)
  expect(isPressed('+', pressed('+', { shiftKey: true }))).toBe(true)
})

test("the browser's own keys with Ctrl or Command are left to it", () => {
  expect(isPressed('f', pressed('f', { ctrlKey: true }))).toBe(false)
  expect(isPressed('0', pressed('0', { code: 'Digit0', metaKey: true }))).toBe(false)
})

test('keys are shown as they are printed', () => {
  expect(['Alt+1', 'Shift+ArrowUp', 'm', '+', 'Escape'].map((it) => keyTexts(it).join(' '))).toEqual([
    'Alt 1',
    'Shift ↑',
    'M',
    '+',
    'Esc',
  ])
  expect([withKeys('Full screen', ['f']), withKeys('Full screen', [])]).toEqual([
    'Full screen (F)',
    'Full screen',
  ])
})
