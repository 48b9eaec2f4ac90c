import { expect, test } from 'vitest'

import { pathsNamedIn } from './documented-paths.ts'

test('paths in backticks and links are found, patterns and code blocks are not', () => {
  const page =
    'See `contract/src/call.ts` and [time](time.md#clocks), not `server/*.ts` or `x/y`.\n```\n`media/gone.ts`\n```\n[web](https://example.org)'
  expect(pathsNamedIn(page)).toEqual([
    { path: 'contract/src/call.ts', isLink: false },
    { path: 'time.md', isLink: true },
  ])
})
