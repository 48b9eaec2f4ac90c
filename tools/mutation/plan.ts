/** What the command and the runner in Vitest's worker tell each other, by two files: a worker that hangs has still told. */
import { readFileSync } from 'node:fs'

import { z } from 'zod'

/** Where the worker finds its plan. */
export const PLAN_VARIABLE = 'VEDETTE_MUTATION_PLAN'

const Pair = z.object({ test: z.string(), mutant: z.string() })
export type Pair = z.infer<typeof Pair>

export const Plan = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('switch'),
    journal: z.string(),
    /** Those that nothing has killed yet. */
    mutants: z.array(z.string()),
    /** What was judged before the worker had to be started anew: test → mutants. */
    judged: z.record(z.string(), z.array(z.string())),
    /** Failed in a worker whose state may have been spoilt by others. */
    suspect: Pair.optional(),
    /** Tests with nothing left to try, or that were found unfit: not run again. */
    done: z.array(z.string()),
    /** Tests whose state was spoilt: each failure is proven at once. */
    careful: z.array(z.string()),
    longestTestMs: z.number(),
  }),
  z.object({ mode: z.literal('reload'), journal: z.string(), active: z.string() }),
])
export type Plan = z.infer<typeof Plan>
export type SwitchPlan = Extract<Plan, { mode: 'switch' }>

const Line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('worker'), pid: z.number() }),
  /** Ran while the file was loaded or in a hook of it: a switch that is thrown later comes too late. */
  z.object({ kind: z.literal('atLoad'), mutants: z.array(z.string()) }),
  z.object({ kind: z.literal('covered'), test: z.string(), ms: z.number(), mutants: z.array(z.string()) }),
  z.object({ kind: z.literal('trying'), ...Pair.shape }),
  z.object({ kind: z.literal('survived'), ...Pair.shape }),
  z.object({ kind: z.literal('killed'), ...Pair.shape }),
  z.object({ kind: z.literal('timedOut'), ...Pair.shape }),
  /** The test fails without a mutant now, so the worker has to be started anew. */
  z.object({ kind: z.literal('spoilt'), test: z.string(), suspect: z.string().optional() }),
  /** Cannot be run twice in one worker, or takes too long to be run often. */
  z.object({ kind: z.literal('unfit'), test: z.string(), why: z.enum(['twice', 'long']) }),
  z.object({ kind: z.literal('broken'), test: z.string(), message: z.string() }),
])
export type Line = z.infer<typeof Line>

export function readPlan(path: string): Plan {
  return Plan.parse(JSON.parse(readFileSync(path, 'utf8')))
}

export function readJournal(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Line.parse(JSON.parse(line)))
}
