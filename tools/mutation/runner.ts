/**
 * Vitest's runner in the worker. In mode `switch` every test is run once as it is, to see which mutants it reaches, and
 * then once for each of these, thrown by a switch: neither module nor server is started anew for a mutant.
 */
import { appendFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

import {
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  type SerializedConfig,
  TestRunner,
} from 'vitest'

import { type Line, PLAN_VARIABLE, readPlan, type SwitchPlan } from './plan.ts'

/** What the instrumented code looks at, under the name that the instrumenter gives it. */
interface Switches {
  activeMutant: string | undefined
  currentTestId: string | undefined
  hitCount: number
  hitLimit: number
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

/** Notes of runs that are no measurement. */
const SCRATCH = '(scratch)'
const RELOAD_HIT_LIMIT = 1_000_000
/** Failures that are proven by one run without a mutant; where it fails as well, each is tried again with one of its own. */
const MOST_UNPROVEN = 10

/** As they are before a test puts others in their place. */
const { setTimeout, clearTimeout } = globalThis

type Outcome = 'passed' | 'failed' | 'timedOut'

export default class MutationRunner extends TestRunner {
  readonly #plan = readPlan(process.env[PLAN_VARIABLE] ?? '')
  readonly #switches: Switches = {
    activeMutant: undefined,
    currentTestId: undefined,
    hitCount: 0,
    hitLimit: Infinity,
    mutantCoverage: { static: {}, perTest: {} },
  }
  readonly #pending = new Set(this.#plan.mode === 'switch' ? this.#plan.mutants : [])
  #isSpoilt = false
  #wasRerun = false

  constructor(config: SerializedConfig) {
    super(config)
    Reflect.set(globalThis, '__stryker__', this.#switches)
    this.#tell({ kind: 'worker', pid: process.pid })
    if (this.#plan.mode === 'reload') {
      this.#switches.hitLimit = RELOAD_HIT_LIMIT
      this.#switches.activeMutant = this.#plan.active
    }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    this.#tell({ kind: 'atLoad', mutants: Object.keys(this.#switches.mutantCoverage.static) })
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (this.#plan.mode === 'reload') return run()
    if (!this.#isSpoilt && !this.#plan.done.includes(nameOf(test)))
      await this.#tryMutants(test, run, this.#plan)
  }

  async #tryMutants(task: RunnerTestCase, first: () => unknown, plan: SwitchPlan): Promise<void> {
    const test = nameOf(task)
    // Vitest has run the hooks for the first run; each other has its own.
    const run = withHooks(task, first)
    const began = performance.now()
    try {
      await this.#runAs(test, undefined, first)
    } catch (error) {
      // An earlier rerun may have left what this test does not expect.
      if (this.#wasRerun) this.#spoil(test)
      else this.#tell({ kind: 'broken', test, message: String(error) })
      return
    }
    const firstMs = performance.now() - began
    this.#wasRerun = true
    const { before, after } = hooksOf(task)
    await after()
    try {
      await this.#tryReached(test, run, firstMs, plan)
    } finally {
      // Vitest's own hooks after the test find one that began.
      await before()
    }
  }

  async #tryReached(
    test: string,
    run: () => Promise<void>,
    firstMs: number,
    plan: SwitchPlan,
  ): Promise<void> {
    // Once more as it is, with its hooks: what they pass counts as well, and what only the first run waits for does not.
    const beganAgain = performance.now()
    const canRunTwice = (await this.#outcome(undefined, run, limitOf(firstMs), test)) === 'passed'
    const ms = Math.min(firstMs, performance.now() - beganAgain)
    const hits = this.#switches.mutantCoverage.perTest[test] ?? {}
    this.#tell({ kind: 'covered', test, ms: Math.round(ms), mutants: Object.keys(hits) })
    const judged = new Set(plan.judged[test])
    const wanted = Object.keys(hits).filter((mutant) => this.#pending.has(mutant) && !judged.has(mutant))
    if (!canRunTwice) {
      this.#tell({ kind: 'unfit', test, why: 'twice' })
      return this.#spoil(test)
    }
    if (wanted.length === 0) return
    if (ms > plan.longestTestMs) return this.#tell({ kind: 'unfit', test, why: 'long' })

    const suspect = plan.suspect?.test === test ? plan.suspect.mutant : undefined
    // First, while nothing else has been tried in this worker.
    const inOrder = wanted.toSorted((a, b) => Number(b === suspect) - Number(a === suspect))
    const most = plan.careful.includes(test) ? 1 : MOST_UNPROVEN
    const unproven: { mutant: string; isLoop: boolean }[] = []
    for (const mutant of inOrder) {
      const failure = await this.#try({ test, mutant }, run, { ms, hits: hits[mutant] ?? 0, suspect })
      if (failure) unproven.push({ mutant, ...failure })
      if (this.#isSpoilt) return
      if (unproven.length < most && mutant !== suspect && mutant !== inOrder.at(-1)) continue
      await this.#prove(test, unproven.splice(0), run, { ms, suspect })
      if (this.#isSpoilt) return
    }
  }

  /** Answers how the test failed, nothing where it passed. */
  async #try(
    { test, mutant }: { test: string; mutant: string },
    run: () => unknown,
    { ms, hits, suspect }: { ms: number; hits: number; suspect: string | undefined },
  ): Promise<{ isLoop: boolean } | undefined> {
    this.#wasRerun = true
    this.#tell({ kind: 'trying', test, mutant })
    this.#switches.hitCount = 0
    this.#switches.hitLimit = 1000 + 100 * hits
    const outcome = await this.#outcome(mutant, run, limitOf(ms))
    if (outcome === 'failed') return { isLoop: this.#switches.hitCount > this.#switches.hitLimit }
    if (outcome === 'passed') this.#tell({ kind: 'survived', test, mutant })
    else if (await this.#isQuick(run, ms)) {
      this.#pending.delete(mutant)
      this.#tell({ kind: 'timedOut', test, mutant })
    } else {
      // It may have been the machine that stood still: tried again in a new worker.
      if (mutant === suspect) {
        this.#pending.delete(mutant)
        this.#tell({ kind: 'timedOut', test, mutant })
      }
      this.#spoil(test, mutant === suspect ? undefined : mutant)
    }
    return undefined
  }

  /** Whether the test passes as it is, far from the limit. What did not end goes on meanwhile: most of it waits for ever and harms nobody. */
  async #isQuick(run: () => unknown, ms: number): Promise<boolean> {
    const began = performance.now()
    const outcome = await this.#outcome(undefined, run, limitOf(ms))
    return outcome === 'passed' && performance.now() - began < limitOf(ms) / 2
  }

  /** Failures count when the test passes without a mutant after them. */
  async #prove(
    test: string,
    failures: readonly { mutant: string; isLoop: boolean }[],
    run: () => unknown,
    { ms, suspect }: { ms: number; suspect: string | undefined },
  ): Promise<void> {
    if (failures.length === 0) return
    const isClean = (await this.#outcome(undefined, run, limitOf(ms))) === 'passed'
    for (const { mutant, isLoop } of failures) {
      if (!isClean && mutant !== suspect) continue
      this.#pending.delete(mutant)
      this.#tell({ kind: isLoop ? 'timedOut' : 'killed', test, mutant })
    }
    const [first] = failures
    if (!isClean) this.#spoil(test, first?.mutant === suspect ? undefined : first?.mutant)
  }

  async #outcome(
    mutant: string | undefined,
    run: () => unknown,
    limitMs: number,
    name = SCRATCH,
  ): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome>((resolve) => (timer = setTimeout(resolve, limitMs, 'timedOut')))
    const ended = this.#runAs(name, mutant, run).then(
      (): Outcome => 'passed',
      (): Outcome => 'failed',
    )
    const outcome = await Promise.race([ended, late])
    clearTimeout(timer)
    return outcome
  }

  async #runAs(name: string, mutant: string | undefined, run: () => unknown): Promise<void> {
    this.#switches.currentTestId = name
    this.#switches.activeMutant = mutant
    try {
      await run()
    } finally {
      this.#switches.currentTestId = undefined
      this.#switches.activeMutant = undefined
      delete this.#switches.mutantCoverage.perTest[SCRATCH]
    }
  }

  #spoil(test: string, suspect?: string): void {
    this.#isSpoilt = true
    this.#tell({ kind: 'spoilt', test, ...(suspect === undefined ? {} : { suspect }) })
  }

  #tell(line: Line): void {
    appendFileSync(this.#plan.journal, `${JSON.stringify(line)}\n`)
  }
}

/** A busy machine may stand still for seconds. */
function limitOf(ms: number): number {
  return 2000 + 5 * ms
}

interface Hooks {
  before: () => Promise<void>
  after: () => Promise<void>
}

function hooksOf(test: RunnerTestCase): Hooks {
  const suites: RunnerTestSuite[] = [test.file]
  for (let suite = test.suite; suite; suite = suite.suite) suites.splice(1, 0, suite)
  const hooks = suites.map((suite) => ({ suite, ...TestRunner.getSuiteHooks(suite) }))
  return {
    async before() {
      for (const { suite, beforeEach } of hooks)
        for (const hook of beforeEach) await hook(test.context, suite)
    },
    async after() {
      for (const { suite, afterEach } of hooks.toReversed())
        for (const hook of afterEach) await hook(test.context, suite)
    },
  }
}

function withHooks(test: RunnerTestCase, run: () => unknown): () => Promise<void> {
  const { before, after } = hooksOf(test)
  return async () => {
    await before()
    try {
      await run()
    } finally {
      await after()
    }
  }
}

function nameOf(test: RunnerTestCase): string {
  const names = [test.name]
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ')
}
