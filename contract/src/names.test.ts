import { expect, it } from 'vitest'
import { z } from 'zod'

import { CALLS } from './catalogue.ts'
import { nameOfAtMost, withoutUnshown } from './names.ts'

const Name = nameOfAtMost(50)

it.each([
  '<img src=x onerror=alert(1)>',
  'بوابة \u200Fالشمال\u200E',
  'שער 7',
  '👨‍👩‍👧‍👦 🏳️‍🌈',
  '門'.repeat(50),
  "O'Neill & Söhne “A/B” \\ {0} %s",
])('%j is a name', (text) => {
  expect(Name.parse(`  ${text}\n`)).toBe(text)
})

it.each([
  ['a zero', 'a\0b', 'controlCharacter'],
  ['a line end', 'a\nb', 'controlCharacter'],
  ['an escape', 'a\u001B[31mb', 'controlCharacter'],
  ['a C1 control', 'a\u0085b', 'controlCharacter'],
  ['a line separator', 'a\u2028b', 'controlCharacter'],
  ['an override of direction', 'a\u202Egnp.exe', 'controlCharacter'],
  ['an isolate', 'a\u2066b', 'controlCharacter'],
  ['nothing that shows', '\u200B\u200D', 'missing'],
])('a text with %s is none', (_what, text, word) => {
  expect(Name.safeParse(text).error?.issues[0]).toMatchObject({ code: 'custom', params: { word } })
})

it('is no longer than said, and may be empty only where that is said', () => {
  expect(Name.safeParse('x'.repeat(51)).success).toBe(false)
  expect(Name.safeParse(' ').success).toBe(false)
  expect(nameOfAtMost(50, 0).parse(' ')).toBe('')
})

/** What people call things, in the bodies of calls that store it. */
const NAMES_THING = /Name$|^(?:Alias|Reason|Model|Version)$/

function namesIn(schema: unknown, path: string, found: Map<string, z.ZodType>): void {
  if (schema instanceof z.ZodObject)
    for (const [key, child] of Object.entries(schema.shape)) {
      if (!(child instanceof z.ZodType)) continue
      if (NAMES_THING.test(key)) found.set(`${path}.${key}`, child)
      else namesIn(child, `${path}.${key}`, found)
    }
  else if (schema instanceof z.ZodArray) namesIn(schema.element, `${path}[]`, found)
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    namesIn(schema.unwrap(), path, found)
}

it('no call stores a name with a control character, an override of direction, or nothing that shows', () => {
  const found = new Map<string, z.ZodType>()
  for (const { path, effect, body } of CALLS) if (effect === 'changes') namesIn(body, path, found)
  expect(found.size).toBeGreaterThan(12)
  const takes = [...found].filter(([, schema]) =>
    ['a\u0007b', 'a\u202Eb', '\u200B'].some((text) => schema.safeParse(text).success),
  )
  expect(takes.map(([path]) => path)).toEqual([])
})

it('from elsewhere loses what cannot be shown', () => {
  expect(withoutUnshown('a\u0000b\u202Ec\u2028d‍')).toBe('abcd‍')
})
