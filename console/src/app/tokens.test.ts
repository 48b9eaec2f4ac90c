import { globSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const ROOT = `${import.meta.dirname}/..`
const LATER = /^$/

const RULES: readonly [what: string, wrong: RegExp][] = [
  ['a colour', /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch)a?\(/i],
  [
    'a colour by name',
    /(?:color|background|border|outline|fill|stroke)[\w-]*:[^;]*\b(?:white|black|red|gray|grey)\b/,
  ],
  ['a time', /(?<![\w-])\d*\.?\d+m?s\b/],
  ['a way of moving', /cubic-bezier\(|(?<![\w-])ease(?:-in|-out)?(?![\w-])/],
  ['a size of text', /font-size:(?! (?:var\(--f-|calc\(var\(--f-|inherit|0;))/],
  ['a weight', /font-weight:(?! (?:400|500|600|inherit))/],
  ['a radius', /border-radius:(?! (?:var\(--r-|50%|0|inherit))/],
  [
    'a space',
    /(?<![\w-])(?:padding|margin|gap|row-gap|column-gap)[\w-]*:[^;]*?(?<![\w.])(?:[3-9]|\d{2,})(?:\.\d+)?px/,
  ],
  ['a shadow', /box-shadow:(?! (?:var\(--e-|none|inset|0 0 0))/],
]

function faultsOf(css: string): string[] {
  return css.split('\n').flatMap((line, at) => {
    if (line.includes('mask-image')) return []
    return RULES.filter(([, wrong]) => wrong.test(line)).map(([what]) => `${at + 1}: ${what}: ${line.trim()}`)
  })
}

describe('the design tokens', () => {
  const sheets = globSync('**/*.css', { cwd: ROOT }).filter(
    (file) => file !== 'app/theme.css' && !file.startsWith('brand/'),
  )

  it.each(sheets.filter((file) => !LATER.test(file)))('are all that %s takes values from', (file) => {
    expect(faultsOf(readFileSync(`${ROOT}/${file}`, 'utf8'))).toEqual([])
  })

  it('are missed by a sheet that writes values of its own', () => {
    const css = [
      'color: #fff;',
      'background: rgb(0 0 0);',
      'color: white;',
      'transition: opacity 0.2s;',
      'animation: x var(--d-1) ease-out;',
      'font-size: 15px;',
      'font-weight: 700;',
      'border-radius: 5px;',
      'padding: 0 14px;',
      'box-shadow: 0 1px 2px var(--line);',
    ]
    expect(css.filter((line) => faultsOf(line).length === 0)).toEqual([])
  })

  it('are named by every variable that a sheet uses', () => {
    const theme = readFileSync(`${ROOT}/app/theme.css`, 'utf8')
    // The last two are set by a script: the progress bar, react-aria.
    const unknown = sheets.flatMap((file) => {
      const css = readFileSync(`${ROOT}/${file}`, 'utf8')
      const known = `${theme}${css}--minimum:--trigger-width:`
      return [...css.matchAll(/var\((--[\w-]+)\)/g)]
        .map(([, name]) => name ?? '')
        .filter((name) => !known.includes(`${name}:`))
        .map((name) => `${file}: ${name}`)
    })
    expect(unknown).toEqual([])
  })
})
