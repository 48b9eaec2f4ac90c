/** One run of Vitest, file by file, with a second try of what failed because the machine was busy. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

import { z } from 'zod'

import type { Part, Suite } from './suite-report.ts'

/** What is read of Vitest's JSON report. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      startTime: z.number().optional(),
      endTime: z.number().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string().optional(),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
})

const ROOT = resolve(import.meta.dirname, '..')
/** More files than this do not fail because the machine was busy for a while. */
const MOST_FILES_AGAIN = 15

interface Run {
  exitedWell: boolean
  files: (Part & { hasFailed: boolean; reasons: readonly string[] })[]
}

export function runVitest(
  name: string,
  args: readonly string[],
  { isCi, env }: { isCi: boolean; env: NodeJS.ProcessEnv },
): Suite {
  const startedAt = performance.now()
  const first = run(args, env)
  const failed = first.files.filter(({ hasFailed }) => hasFailed)
  // A shared machine may stand still for seconds: what failed in CI is tried once more with less beside it, and named if it then passes.
  const isTriedAgain = isCi && failed.length > 0 && failed.length <= MOST_FILES_AGAIN
  const again = isTriedAgain
    ? run([...failed.map((file) => join(ROOT, file.name)), '--maxWorkers=2'], env)
    : undefined
  const files: Part[] = [
    ...first.files.filter(({ hasFailed }) => !again || !hasFailed),
    ...(again?.files.map((file) => {
      const before = failed.find(({ name: other }) => other === file.name)
      return { ...file, tries: 2, reasons: [...(before?.reasons ?? []), ...file.reasons] }
    }) ?? []),
  ]
  const hasFailed = !(again ?? first).exitedWell
  const seconds = (performance.now() - startedAt) / 1000
  // Vitest may end badly although no test failed, and a file that was to be tried again may not be found.
  if (hasFailed && files.every((file) => file.failed === 0))
    files.push({ name: `${name}: Vitest itself`, seconds: 0, tries: 1, passed: 0, failed: 1, skipped: 0 })
  return { name, seconds, parts: files }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'))
  const report = join(folder, 'report.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const files = existsSync(report) ? filesOf(report) : []
  rmSync(folder, { recursive: true })
  return { exitedWell: status === 0, files }
}

function filesOf(report: string): Run['files'] {
  return Report.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults.map(
    ({ name, status, message = '', startTime = 0, endTime = 0, assertionResults }) => {
      const count = (...states: string[]): number =>
        assertionResults.filter((it) => states.includes(it.status)).length
      const failed = count('failed')
      const reasons = assertionResults
        .filter((it) => it.status === 'failed')
        .map(({ title = '', failureMessages = [] }) => `${title}: ${failureMessages[0] ?? ''}`)
      return {
        name: relative(ROOT, name),
        seconds: (endTime - startTime) / 1000,
        tries: 1,
        passed: count('passed'),
        // A file that does not even load has no failed test in it.
        failed: status === 'failed' ? Math.max(1, failed) : failed,
        skipped: count('skipped', 'pending', 'todo'),
        hasFailed: status === 'failed',
        reasons: status === 'failed' && reasons.length === 0 ? [message] : reasons,
      }
    },
  )
}
