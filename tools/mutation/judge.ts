/** From mutants and tests to verdicts. */
import { dirname } from 'node:path'

import type { Mutant } from './instrument.ts'
import type { Pair, SwitchPlan } from './plan.ts'
import type { Ran, Tests } from './tests.ts'

export type Verdict = 'killed' | 'timedOut' | 'survived' | 'uncovered'

/** A file whose tests spoil one another is given up after so many new workers. */
const MOST_WORKERS = 60
/** Of a test that is run again for each mutant that it reaches. */
const LONGEST_TEST_MS = 5000
/** Of a file in a worker of its own, beside ten times what its tests take unmutated: a busy machine needs a minute to start a server. */
const RELOAD_MS = 180_000
/** A server that one test starts for itself says nothing of the switches that the others' server passes while it starts. */
const FEW_TESTS = 1
/** Of those that load what is mutated: each costs a server of its own. */
const RELOADED_FILES = 2

interface Seen {
  verdicts: Map<string, Verdict>
  /** Test file → what ran while it was loaded. */
  atLoad: Map<string, Set<string>>
  /** Mutant → the tests that reached it: where their switches changed nothing, it is not worth a worker of its own. */
  inTests: Map<string, Set<string>>
  /** Test file → how long its tests took without a mutant. */
  tookMs: Map<string, number>
}

/** Hears the verdicts as far as they are, and whether they are the last. */
type Keep = (verdicts: ReadonlyMap<string, Verdict>, isWhole: boolean) => void

/** Judges the mutants by these test files. Throws where a test fails without a mutant. */
export async function judge(
  mutants: readonly Mutant[],
  testFiles: readonly string[],
  tests: Tests,
  { say, keep, isQuick }: { say: (text: string) => void; keep: Keep; isQuick: boolean },
): Promise<void> {
  const seen: Seen = {
    verdicts: new Map(mutants.map(({ id }) => [id, 'uncovered'])),
    atLoad: new Map(),
    inTests: new Map(),
    tookMs: new Map(),
  }
  for (const file of testFiles) {
    await switchIn(file, seen, tests, say)
    say(`${file}: ${tally(seen.verdicts)}`)
    keep(seen.verdicts, false)
  }
  const late = mutants.filter(
    (mutant) =>
      isAlive(seen, mutant.id) &&
      (seen.inTests.get(mutant.id)?.size ?? 0) <= FEW_TESTS &&
      filesAtLoad(seen, mutant).length > 0,
  )
  say(`${late.length} mutants of what runs only when a file is loaded, each in workers of its own`)
  if (isQuick) return
  for (const [at, mutant] of late.entries()) {
    await reload(mutant, seen, tests)
    if (at % 25 !== 24) continue
    say(`${at + 1} of ${late.length}: ${tally(seen.verdicts)}`)
    keep(seen.verdicts, false)
  }
  keep(seen.verdicts, true)
}

/** Throws switch after switch in one worker, and starts it anew where the tests' state was spoilt. */
async function switchIn(file: string, seen: Seen, tests: Tests, say: (text: string) => void): Promise<void> {
  const judged: Record<string, string[]> = {}
  const covered = new Map<string, readonly string[]>()
  const careful: string[] = []
  let suspect: Pair | undefined
  const isDone = (test: string): boolean => {
    const own = new Set(judged[test])
    return covered.get(test)?.every((id) => own.has(id) || !isAlive(seen, id)) ?? false
  }
  for (let worker = 1; worker <= MOST_WORKERS; worker++) {
    const plan: Omit<SwitchPlan, 'journal'> = {
      mode: 'switch',
      mutants: [...seen.verdicts.keys()].filter((id) => isAlive(seen, id)),
      judged,
      done: [...covered.keys()].filter((test) => isDone(test)),
      ...(suspect ? { suspect } : {}),
      careful,
      longestTestMs: LONGEST_TEST_MS,
    }
    const ran = await tests.run(file, plan)
    const tookMs = ran.lines.reduce((sum, line) => sum + (line.kind === 'covered' ? line.ms : 0), 0)
    for (const line of ran.lines) if (line.kind === 'covered') covered.set(line.test, line.mutants)
    seen.tookMs.set(file, Math.max(tookMs, seen.tookMs.get(file) ?? 0))
    const { isSpoilt, next } = note(file, ran, seen, judged, say)
    if (!isSpoilt) return
    suspect = next
    if (suspect) careful.push(suspect.test)
  }
  say(`${file}: given up after ${MOST_WORKERS} workers`)
}

function note(
  file: string,
  { lines, hasHung, hasPassed }: Ran,
  seen: Seen,
  judged: Record<string, string[]>,
  say: (text: string) => void,
): { isSpoilt: boolean; next?: Pair } {
  let isSpoilt = hasHung
  let next: Pair | undefined
  let trying: Pair | undefined
  for (const line of lines) {
    switch (line.kind) {
      case 'worker':
        break
      case 'atLoad':
        seen.atLoad.set(file, new Set([...(seen.atLoad.get(file) ?? []), ...line.mutants]))
        for (const id of line.mutants) reach(seen, id)
        break
      case 'covered':
        for (const id of line.mutants) {
          reach(seen, id)
          seen.inTests.set(id, (seen.inTests.get(id) ?? new Set()).add(line.test))
        }
        break
      case 'trying':
        trying = line
        break
      case 'survived':
        trying = undefined
        ;(judged[line.test] ??= []).push(line.mutant)
        break
      case 'killed':
      case 'timedOut':
        trying = undefined
        seen.verdicts.set(line.mutant, line.kind)
        break
      case 'spoilt':
        isSpoilt = true
        trying = undefined
        next = line.suspect === undefined ? undefined : { test: line.test, mutant: line.suspect }
        break
      case 'unfit':
        // Not asked again in the next worker.
        judged[line.test] = [...seen.verdicts.keys()]
        say(`${file}: not asked, ${line.why === 'long' ? 'too long' : 'cannot run twice'}: ${line.test}`)
        break
      case 'broken':
        throw new Error(`${file} fails without a mutant: ${line.test}: ${line.message}`)
    }
  }
  if (hasHung && trying) seen.verdicts.set(trying.mutant, 'timedOut')
  // Once tests run, a mutant may leave behind what Vitest calls a failure of the file.
  const hasRun = lines.some(({ kind }) => kind === 'covered')
  if (!hasPassed && !hasRun && !isSpoilt) throw new Error(`${file} does not run without a mutant`)
  return { isSpoilt, ...(next ? { next } : {}) }
}

/** With the switch thrown before the first line of the file runs. */
async function reload(mutant: Mutant, seen: Seen, tests: Tests): Promise<void> {
  for (const file of filesAtLoad(seen, mutant).slice(0, RELOADED_FILES)) {
    const limitMs = RELOAD_MS + 10 * (seen.tookMs.get(file) ?? 0)
    const { hasPassed, hasHung } = await tests.run(file, { mode: 'reload', active: mutant.id }, limitMs)
    if (hasPassed) continue
    seen.verdicts.set(mutant.id, hasHung ? 'timedOut' : 'killed')
    return
  }
}

function reach(seen: Seen, id: string): void {
  if (seen.verdicts.get(id) === 'uncovered') seen.verdicts.set(id, 'survived')
}

function isAlive(seen: Seen, id: string): boolean {
  const verdict = seen.verdicts.get(id)
  return verdict === 'uncovered' || verdict === 'survived'
}

/** The code's own first, then those beside it, since any that starts a server loads nearly all of it; of these the quickest. */
function filesAtLoad(seen: Seen, { id, file: code }: Mutant): string[] {
  const own = code.replace(/\.ts$/, '.test.ts')
  const isFar = (file: string): number => Number(file !== own) + Number(dirname(file) !== dirname(code))
  return [...seen.atLoad]
    .filter(([, mutants]) => mutants.has(id))
    .map(([file]) => file)
    .toSorted((a, b) => isFar(a) - isFar(b) || (seen.tookMs.get(a) ?? 0) - (seen.tookMs.get(b) ?? 0))
}

function tally(verdicts: ReadonlyMap<string, Verdict>): string {
  const counts = new Map<Verdict, number>()
  for (const verdict of verdicts.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
}
