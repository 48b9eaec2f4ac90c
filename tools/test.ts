/**
 * `npm test`: every suite, browser stories included, closing with the line `N passed, N failed`; with arguments, what Vitest finds by them.
 * `node tools/test.ts --all`: the checks before and the drills after, as CI has them.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

import { browserHere } from './browser.ts'
import { type Part, reportOf, type Suite, totalOf } from './suite-report.ts'
import { runVitest } from './vitest-suite.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** A line of `npm run drills -- short` for each drill. */
const DRILL = /^drill (\S+): (kept|broken), (\d+) s$/gm
/** A promise that a drill found broken. */
const BROKEN = /^broken: (\S+): (.*)$/gm
/** How a drill's machine lost its power. */
const WAY = /^(\S+): by (.+)$/gm

const isCi = process.env['CI'] === 'true'
const [first, ...others] = process.argv.slice(2)
const isAll = first === '--all'
const args = first === undefined || isAll ? others : [first, ...others]

const browser = browserHere()
console.log(browser ? `Browser stories run in ${browser}` : 'No browser could be had: the stories will fail.')
const vitest = { isCi, env: browser ? { VEDETTE_TEST_BROWSER: browser } : {} }

const suites: Suite[] = []
if (isAll) suites.push(check())
if (args.length > 0) suites.push(runVitest('tests', args, vitest))
else
  for (const name of ['units', 'server', 'stories']) suites.push(runVitest(name, ['--project', name], vitest))
if (isAll) suites.push(drills())

const { passed, failed } = totalOf(suites, { isCi })
console.log(`\n${reportOf(suites)}\n\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function check(): Suite {
  const startedAt = performance.now()
  const { status } = spawnSync('npm', ['run', 'check'], { cwd: ROOT, stdio: 'inherit' })
  const seconds = secondsSince(startedAt)
  return { name: 'check', seconds, parts: [partOf('npm run check', status === 0, seconds)] }
}

function drills(): Suite {
  const startedAt = performance.now()
  const program = join(ROOT, 'bench/src/drills.ts')
  const { status, stdout } = spawnSync(process.execPath, [program, 'short'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  console.log(stdout)
  const ways = new Map([...stdout.matchAll(WAY)].map(([, name = '', way]) => [name, way]))
  const broken = [...stdout.matchAll(BROKEN)]
  const parts = [...stdout.matchAll(DRILL)].map(([, name = '', end, seconds]): Part => ({
    ...partOf(name, end === 'kept', Number(seconds)),
    way: ways.get(name),
    reasons: broken.filter(([, other]) => other === name).map(([, , why = '']) => why),
  }))
  const isAccountedFor = parts.length > 0 && (status === 0 || parts.some((part) => part.failed > 0))
  if (!isAccountedFor) parts.push(partOf('the drills themselves', false, 0))
  return { name: 'drills', seconds: secondsSince(startedAt), parts }
}

function partOf(name: string, isPassed: boolean, seconds: number): Part {
  return { name, seconds, tries: 1, passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}
