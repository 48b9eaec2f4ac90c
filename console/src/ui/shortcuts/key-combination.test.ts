import { expect, test } from 'vitest'

import { actsInFields, isPressed, keyTexts, withKeys } from './key-combination.ts'

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

test('Mod is Ctrl, and Command on a Mac, on every layout and in fields too', () => {
  const [ctrl, command] = [pressed('k', { ctrlKey: true }), pressed('k', { metaKey: true })]
  expect([ctrl, command, pressed('k')].map((it) => isPressed('Mod+k', it, false))).toEqual([
    true,
    false,
    false,
  ])
  expect([ctrl, command, pressed('k')].map((it) => isPressed('Mod+k', it, true))).toEqual([
    false,
    true,
    false,
  ])
  const cyrillic = pressed('л', { code: 'KeyK', ctrlKey: true })
  // On Dvorak the place of K has another letter.
  const dvorak = pressed('t', { code: 'KeyK', ctrlKey: true })
  const withShift = pressed('K', { code: 'KeyK', ctrlKey: true, shiftKey: true })
  expect([cyrillic, dvorak, withShift].map((it) => isPressed('Mod+k', it, false))).toEqual([
    true,
    false,
    false,
  ])
  expect([keyTexts('Mod+k', false), keyTexts('Mod+k', true)]).toEqual([
    ['Ctrl', 'K'],
    ['⌘', 'K'],
  ])
  expect(['Mod+k', 'Alt+1', '?'].map(actsInFields)).toEqual([true, false, false])
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
