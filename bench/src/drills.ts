/**
 * `npm run drills -- kill|kill-server|kill-platform|kill-import|removals|backups|behind|clock|power|power-image|full|strips|short
 * [--times N] [--seconds N] [--cameras N] [--rows N]`:
 * what may happen to a recorder and to an import, made to happen. Ends with 1 when a promise was broken.
 */
import { inspect } from 'node:util'

import { flag, wanted } from './flags.ts'

const DRILLS: Record<string, () => Promise<string[]>> = {
  kill: async () =>
    (await import('./drills/kill.ts')).kill('shard', flag('times', 50), { cameras: flag('cameras', 8) }),
  'kill-server': async () =>
    (await import('./drills/kill.ts')).kill('gate', flag('times', 50), { cameras: flag('cameras', 8) }),
  'kill-platform': async () =>
    (await import('./drills/platform.ts')).killPlatform(flag('times', 50), { cameras: flag('cameras', 8) }),
  'kill-import': async () =>
    (await import('./drills/import.ts')).killImport(flag('times', 10), { rows: flag('rows', 5000) }),
  power: async () =>
    (await import('./drills/power.ts')).power(flag('times', 20), { cameras: flag('cameras', 4) }),
  'power-image': async () =>
    (await import('./drills/power-image.ts')).powerImage(flag('times', 20), { cameras: flag('cameras', 8) }),
  clock: async () => (await import('./drills/clock.ts')).clock(flag('seconds', 40)),
  full: async () => (await import('./drills/full.ts')).full(flag('times', 10)),
  removals: async () =>
    (await import('./drills/removals.ts')).removals(flag('times', 100), { cameras: flag('cameras', 1) }),
  backups: async () =>
    (await import('./drills/backups.ts')).backups(flag('times', 10), { cameras: flag('cameras', 4) }),
  behind: async () =>
    (await import('./drills/behind.ts')).behind(flag('seconds', 3600), { cameras: flag('cameras', 14) }),
  strips: async () => (await import('./drills/strips.ts')).strips(flag('seconds', 3600), flag('cameras', 3)),
  short,
}

/** In CI: all of it once or twice, on a machine of which nothing is known, so nothing is measured, and all beside each other. */
async function short(): Promise<string[]> {
  const { kill } = await import('./drills/kill.ts')
  const { power } = await import('./drills/power.ts')
  const { killPlatform } = await import('./drills/platform.ts')
  const { killImport } = await import('./drills/import.ts')
  const { powerImage } = await import('./drills/power-image.ts')
  const { full } = await import('./drills/full.ts')
  const { removals } = await import('./drills/removals.ts')
  const { backups } = await import('./drills/backups.ts')
  const { behind } = await import('./drills/behind.ts')
  const drills: Record<string, () => Promise<string[]>> = {
    kill: () => kill('shard', 2, { cameras: 4, isStrict: false }),
    'kill-server': () => kill('gate', 2, { cameras: 4, isStrict: false }),
    power: () => power(2, { cameras: 2, isStrict: false }),
    'kill-platform': () => killPlatform(1, { cameras: 2, isStrict: false }),
    'kill-import': () => killImport(1, { rows: 3000 }),
    'power-image': () => powerImage(1, { cameras: 2, isStrict: false }),
    full: () => full(2),
    removals: () => removals(2, { cameras: 1 }),
    backups: () => backups(1, { cameras: 2 }),
    behind: () => behind(60, { cameras: 3, isStrict: false }),
  }
  const faults = await Promise.all(Object.entries(drills).map(([name, drill]) => drilled(name, drill)))
  return faults.flat()
}

/** Says how it went, for CI's report. One that breaks off lets the others end what they started. */
async function drilled(name: string, drill: () => Promise<string[]>): Promise<string[]> {
  const startedAt = performance.now()
  const faults = await drill().catch((error: unknown) => [inspect(error)])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`drill ${name}: ${faults.length === 0 ? 'kept' : 'broken'}, ${seconds} s`)
  return faults.map((fault) => `${name}: ${fault}`)
}

const unknown = wanted.find((name) => !(name in DRILLS))
if (unknown !== undefined || wanted.length === 0) {
  console.error(
    `${unknown === undefined ? 'Name a drill' : `There is no drill ${unknown}`}: ${Object.keys(DRILLS).join(', ')}`,
  )
  process.exitCode = 2
}
for (const name of unknown === undefined ? wanted : []) {
  const faults = (await DRILLS[name]?.()) ?? []
  for (const fault of faults) console.log(`broken: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
