/** `npm test`: every suite, browser stories included, closing with the line `N passed, N failed`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

import { z } from 'zod'

/** What is read of Vitest's JSON report. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

const ROOT = resolve(import.meta.dirname, '..')

const browser = findBrowser() ?? getBrowser()
console.log(browser ? `Browser stories run in ${browser}` : 'No browser could be had: the stories will fail.')

const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'))
const isCi = process.env['CI'] === 'true'
/** More files than this do not fail because the machine was busy for a moment. */
const MOST_FILES_AGAIN = 5

const first = runTests(process.argv.slice(2))
const failedFiles = first.files.filter((file) => file.hasFailed).map((file) => file.path)
// A shared machine may stand still for seconds: what failed in CI is tried once more, alone, and named if it then passes.
const again =
  isCi && failedFiles.length > 0 && failedFiles.length <= MOST_FILES_AGAIN
    ? runTests([...failedFiles, '--no-file-parallelism'])
    : undefined
rmSync(folder, { recursive: true })

const files = [...first.files.filter((file) => !again || !file.hasFailed), ...(again?.files ?? [])]
if (again) console.log(`\nFailed at first, run once more alone:\n  ${failedFiles.join('\n  ')}`)
const passed = sum(files.map((file) => file.passed))
const skipped = sum(files.map((file) => file.skipped))
const exitedWell = (again ?? first).exitedWell
const failed = Math.max(sum(files.map((file) => file.failed)), exitedWell ? 0 : 1)

// In CI everything that a test needs is installed, so a skipped test is a broken promise.
const broken = isCi ? failed + skipped : failed
console.log(`${passed} passed, ${broken} failed`)
process.exitCode = broken === 0 ? 0 : 1

interface FileResult {
  path: string
  passed: number
  failed: number
  skipped: number
  hasFailed: boolean
}

function runTests(args: readonly string[]): { exitedWell: boolean; files: FileResult[] } {
  const report = join(folder, `${crypto.randomUUID()}.json`)
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...(browser ? { VEDETTE_TEST_BROWSER: browser } : {}) },
    },
  )
  return { exitedWell: run.status === 0, files: existsSync(report) ? filesOf(report) : [] }
}

function filesOf(report: string): FileResult[] {
  return Report.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults.map(
    ({ name, status, assertionResults }) => {
      const count = (...states: string[]): number =>
        assertionResults.filter((it) => states.includes(it.status)).length
      const failed = count('failed')
      // A file that does not even load has no failed test in it.
      return {
        path: name,
        passed: count('passed'),
        failed: status === 'failed' ? Math.max(1, failed) : failed,
        skipped: count('skipped', 'pending', 'todo'),
        hasFailed: status === 'failed',
      }
    },
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function findBrowser(): string | undefined {
  const named = process.env['VEDETTE_TEST_BROWSER']
  if (named && existsSync(named)) return named
  const places =
    process.platform === 'win32'
      ? ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe']
      : process.platform === 'darwin'
        ? [
            '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
            '/Applications/Chromium.app/Contents/MacOS/Chromium',
          ]
        : (process.env['PATH'] ?? '')
            .split(delimiter)
            .flatMap((folder) =>
              ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((it) =>
                join(folder, it),
              ),
            )
  return places.find((path) => existsSync(path))
}

function getBrowser(): string | undefined {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium here: installing it from the packages …')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
    return findBrowser()
  }
  console.log('No Chromium here: Playwright gets one …')
  spawnSync(process.execPath, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  const where = spawnSync(
    process.execPath,
    ['-e', "import('playwright-core').then((it) => console.log(it.chromium.executablePath()))"],
    { cwd: ROOT, encoding: 'utf8' },
  ).stdout.trim()
  return existsSync(where) ? where : undefined
}
