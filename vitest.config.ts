import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

/** Most tests wait for disks, timers and other processes: with a worker fewer than cores, which is the default, a small machine idles. */
const maxWorkers = Math.max(2, availableParallelism())

/** Suites that need a browser or a whole platform are slow and run one after the other. */
export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'units',
          include: ['{contract,media,devices,simulator,console,tools}/**/*.test.{ts,tsx}'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
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
          fileParallelism: false,
        },
      },
    ],
  },
})
