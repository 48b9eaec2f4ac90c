import { expect, test } from 'vitest'

import { inspectorFlags } from './inspector.ts'

test.each<[string[], string[]]>([
  [[], []],
  [['--max-semi-space-size=4'], []],
  [['--max-semi-space-size=4', '--inspect'], ['--inspect=9231']],
  [['--inspect=9300'], ['--inspect=9302']],
  [['--inspect=127.0.0.1:9300'], ['--inspect=127.0.0.1:9302']],
  [['--inspect=0'], ['--inspect=0']],
  [['--inspect-port=9300'], []],
])('a process with the flags %j has its second child at %j', (own, flags) => {
  expect(inspectorFlags(2, own)).toEqual(flags)
})
