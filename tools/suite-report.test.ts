import { expect, it } from 'vitest'

import { reportOf, type Suite, totalOf } from './suite-report.ts'

const part = { seconds: 1, tries: 1, passed: 3, failed: 0, skipped: 0 }
const suites: Suite[] = [
  {
    name: 'units',
    seconds: 61.2,
    parts: [
      { ...part, name: 'a.test.ts' },
      { ...part, name: 'b.test.ts', seconds: 12.34 },
      { ...part, name: 'c.test.ts', tries: 2 },
    ],
  },
  {
    name: 'drills',
    seconds: 9,
    parts: [
      {
        name: 'full',
        seconds: 9,
        tries: 1,
        passed: 0,
        failed: 1,
        skipped: 1,
        reasons: ['no room\n    at line 3', 'not within 120 s'],
      },
      { name: 'power', seconds: 3, tries: 1, passed: 1, failed: 0, skipped: 0, way: 'QEMU' },
    ],
  },
]

it('names what was slow, tried twice or failed, and puts the others together', () => {
  expect(reportOf(suites).split('\n')).toEqual([
    'units: 3 in 61 s',
    '    12.3 s  b.test.ts',
    '     1.0 s  c.test.ts  (tried twice)',
    '     1.0 s  1 more, each under 5 s:',
    '            a 1.0',
    'drills: 2 in 9 s',
    '     9.0 s  full  (1 FAILED, 1 skipped)',
    '            no room',
    '            not within 120 s',
    '     3.0 s  power  (by QEMU)',
    'all: 1.2 of 40 min',
  ])
})

it('counts a broken drill as failed, and in CI what was skipped too', () => {
  expect(totalOf(suites, { isCi: false })).toEqual({ passed: 10, failed: 1 })
  expect(totalOf(suites, { isCi: true })).toEqual({ passed: 10, failed: 2 })
})
