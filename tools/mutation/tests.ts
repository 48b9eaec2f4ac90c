/** One Vitest that runs a file again and again, each time in a new worker, on the switched code. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createVitest, type Vitest } from 'vitest/node'

import { type Line, type Plan, PLAN_VARIABLE, readJournal } from './plan.ts'

/** A worker that writes nothing for so long hangs in a loop that meets no switch. */
const HUNG_MS = 60_000
/** Before its first test it makes a server, for which a busy machine may need minutes. */
const STARTING_MS = 600_000
const LOOK_EVERY_MS = 1000

export interface Ran {
  hasPassed: boolean
  /** It had to be killed. */
  hasHung: boolean
  lines: Line[]
}

export class Tests {
  readonly #vitest: Vitest
  readonly #root: string
  readonly #folder: string

  private constructor(vitest: Vitest, root: string, folder: string) {
    this.#vitest = vitest
    this.#root = root
    this.#folder = folder
  }

  /** Of the repository at `root`, with what stands in `folder` in place of its own files. */
  static async open(root: string, folder: string): Promise<Tests> {
    const switched = (id: string): string => join(folder, 'code', id.slice(root.length + 1))
    const vitest = await createVitest(
      'test',
      {
        root,
        config: false,
        watch: false,
        // It knows a file by what stands on the disk, and here that is not what runs.
        fsModuleCache: false,
        include: ['**/*.test.ts'],
        pool: 'forks',
        maxWorkers: 1,
        bail: 1,
        testTimeout: 24 * 60 * 60 * 1000,
        hookTimeout: 120_000,
        reporters: [{}],
        runner: join(import.meta.dirname, 'runner.ts'),
        // One engine is enough to tell a mutant, and twice as quick.
        env: { [PLAN_VARIABLE]: join(folder, 'plan.json'), VEDETTE_TEST_ENGINES: 'sqlite' },
      },
      {
        plugins: [
          {
            name: 'vedette-mutants',
            enforce: 'pre',
            load(id) {
              const path = id.split('?')[0] ?? ''
              if (!path.startsWith(`${root}/`) || !existsSync(switched(path))) return null
              return readFileSync(switched(path), 'utf8')
            },
          },
        ],
      },
    )
    return new Tests(vitest, root, folder)
  }

  async run(file: string, plan: PlanWithoutJournal, limitMs?: number): Promise<Ran> {
    const journal = join(this.#folder, 'journal.jsonl')
    writeFileSync(journal, '')
    writeFileSync(join(this.#folder, 'plan.json'), JSON.stringify({ ...plan, journal } satisfies Plan))
    let hasHung = false
    const watch = setInterval(() => {
      const silentMs = Date.now() - statSync(journal).mtimeMs
      if (silentMs < (limitMs ?? HUNG_MS) || hasHung) return
      const [worker, ...rest] = readJournal(journal)
      if (worker?.kind !== 'worker') return
      if (rest.length === 0 && silentMs < (limitMs ?? STARTING_MS)) return
      hasHung = true
      process.kill(worker.pid, 'SIGKILL')
    }, LOOK_EVERY_MS)
    this.#vitest.state.filesMap.clear()
    this.#vitest.state.errorsSet.clear()
    try {
      const { testModules, unhandledErrors } = await this.#vitest.start([join(this.#root, file)])
      const hasPassed = testModules.length > 0 && testModules.every((it) => it.ok())
      return { hasPassed: hasPassed && unhandledErrors.length === 0, hasHung, lines: readJournal(journal) }
    } finally {
      clearInterval(watch)
    }
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }
}

type PlanWithoutJournal = Plan extends infer P ? (P extends Plan ? Omit<P, 'journal'> : never) : never
