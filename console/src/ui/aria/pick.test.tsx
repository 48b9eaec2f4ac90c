/** What assistive technology is told of the controls that stand on react-aria, and the small rules of ours within them. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { Calendar } from '../date/Calendar.tsx'
import { DatePicker, DateRangePicker } from '../date/DatePicker.tsx'
import { clockOf, dateOf, timeOf, todayIn } from '../date/day.ts'
import { TimeField } from '../date/TimeField.tsx'
import { ComboBox } from './ComboBox.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { isMeant, marked } from './option.ts'
import { Slider } from './Slider.tsx'

addSections(sections)

const NOTHING = (): void => {}
const REGIONS = [
  { value: 'G1', label: 'Loading bay', detail: 'Demo', end: '3 devices' },
  { value: 'G2', label: 'Main gate', detail: 'Demo' },
]

describe('a control to choose with', () => {
  it('a combobox shows the name of what is chosen, and its fault', () => {
    const html = renderToStaticMarkup(
      <ComboBox
        label="Region"
        options={REGIONS}
        value="G2"
        onChoose={NOTHING}
        fault="Select a region"
        isRequired
      />,
    )
    expect(html).toContain('role="combobox"')
    expect(html).toContain('value="Main gate"')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('Select a region')
  })

  it('a list of several says which are chosen', () => {
    const select = (values: string[]): string =>
      renderToStaticMarkup(
        <MultiSelect
          label="Regions"
          options={REGIONS}
          values={values}
          onChange={NOTHING}
          all="All regions"
        />,
      )
    expect(select([])).toContain('Regions: All regions')
    expect(select(['G1', 'G2'])).toContain('Regions: Loading bay +1')
  })

  it('an option is found by its name and by what stands behind it, whatever the case', () => {
    const found = (typed: string): string[] =>
      REGIONS.filter((it) => isMeant(it, typed)).map((it) => it.value)
    expect([found('LOAD'), found('demo'), found('x'), found('')]).toEqual([
      ['G1'],
      ['G1', 'G2'],
      [],
      ['G1', 'G2'],
    ])
    // Or by the whole of its key, such as a device's id that is not shown.
    expect(found('G2')).toEqual(['G2'])
    expect(marked('Unloading yard', 'LOAD')).toEqual(['Un', 'load', 'ing yard'])
    expect(marked('Main gate', 'x')).toEqual(['Main gate', '', ''])
  })

  it('dates are written year first, times with 24 hours', () => {
    const range = { from: '2026-11-20', to: '2026-11-23' }
    const text = (html: string): string => html.replaceAll(/<[^>]*>|[\u2066-\u2069]/g, '')
    const day = text(renderToStaticMarkup(<DatePicker label="Day" value="2026-11-03" onChange={NOTHING} />))
    expect(day).toContain('2026-11-03')
    const days = renderToStaticMarkup(
      <DateRangePicker label="Days" value={range} onChange={NOTHING} timeZone="Europe/Berlin" />,
    )
    expect(text(days)).toContain('2026-11-20–2026-11-23')
    const time = text(renderToStaticMarkup(<TimeField label="Time" value="18:05:09" onChange={NOTHING} />))
    expect(time).toContain('18:05:09')
  })

  it('a calendar marks days with footage and days that nobody has reviewed, and begins with Monday', () => {
    const marks = new Map([
      ['2026-11-04', { hasFootage: true }],
      ['2026-11-05', { hasFootage: true, isNew: true }],
    ])
    const html = renderToStaticMarkup(
      <Calendar label="Day" value="2026-11-23" onChoose={NOTHING} marks={marks} />,
    )
    expect(html.match(/data-footage="true"/g)).toHaveLength(2)
    expect(html.match(/data-new="true"/g)).toHaveLength(1)
    expect(html.indexOf('Mon')).toBeLessThan(html.indexOf('Sun'))
  })

  it('a slider says its value as it is written', () => {
    const html = renderToStaticMarkup(
      <Slider label="Speed" min={1} max={10} value={5} onChange={NOTHING} format={(it) => `${it} of 10`} />,
    )
    expect(html).toContain('5 of 10')
  })

  it('what is no day or time is none', () => {
    expect([dateOf(''), dateOf('today'), timeOf('9:00'), timeOf('')]).toEqual([null, null, null, null])
    expect(clockOf({ hour: 7, minute: 5, second: 0 })).toBe('07:05:00')
    expect(String(todayIn('No/Where'))).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})
