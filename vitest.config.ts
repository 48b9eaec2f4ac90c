import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

/** Most tests wait for disks, timers and other processes: with no more workers than cores a small machine idles. */
const maxWorkers = Math.max(2, availableParallelism()) + 1

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'units',
          include: ['{contract,media,vision,devices,simulator,console,tools}/**/*.test.{ts,tsx}'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          // The files of a worker share what was loaded and compiled: a third less work. No module may keep anything of a test.
          isolate: false,
          // Another number of workers needs another group.
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 1 },
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/src/testing/migrated.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'stories',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Nothing is measured here, a busy machine is slow, and to look more often makes it slower.
          expect: { poll: { timeout: 60_000, interval: 200 } },
          globalSetup: 'e2e/src/support/built-console.ts',
          // After the others: each of them is a browser and a whole platform.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
