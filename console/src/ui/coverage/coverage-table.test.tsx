import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import type { Cell } from './coverage-cells.ts'
import { CoverageTable } from './CoverageTable.tsx'

addSections(sections)

const DAYS = ['2026-11-26', '2026-11-27', '2026-11-28']

function shown(cells: readonly Omit<Cell, 'fromMs'>[], isPressed = true): string {
  return renderToStaticMarkup(
    <CoverageTable
      rows={[
        { camera: { did: 'A', channel: 0, name: 'Gate' }, cells: cells.map((it) => ({ ...it, fromMs: 0 })) },
      ]}
      heads={DAYS.map((day) => ({ key: day, text: day.slice(8), label: day }))}
      onCell={isPressed ? () => undefined : undefined}
    />,
  )
}

it('Tab stops at one day of all, the last of which there is something to see', () => {
  const page = shown([
    { percent: 100, faults: [] },
    { percent: 40, faults: ['gaps'] },
    { percent: 0, faults: [] },
  ])
  expect(page.match(/tabindex="0"/g)).toHaveLength(1)
  expect(page).toMatch(/aria-label="Gate, 2026-11-27: 40 % recorded, too little recorded"[^>]*tabindex="0"/)
  expect(page.match(/disabled=""/g)).toHaveLength(1)
})

it('a day that lacks what a restart takes is drawn as whole, and one that lacks more is not', () => {
  const levels = [99, 98, 1].map((percent) => ({ percent, faults: [] }))
  expect(shown(levels).match(/data-level="\d"/g)).toEqual(['4', '3', '1'].map((it) => `data-level="${it}"`))
})

it('where a cell is too small for a finger, it is only read', () => {
  const page = shown([{ percent: 100, faults: [] }], false)
  expect(page).not.toContain('<button')
  expect(page).toMatch(/role="img" aria-label="Gate, 2026-11-26: 100 % recorded"/)
})
