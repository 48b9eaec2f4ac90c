/** `npm test`: every suite, browser stories included, closing with the line `N passed, N failed`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

const browser = findBrowser() ?? getBrowser()
console.log(browser ? `Browser stories run in ${browser}` : 'No browser could be had: the stories will fail.')

const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'))
const report = join(folder, 'report.json')
const run = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...(browser ? { VEDETTE_TEST_BROWSER: browser } : {}) },
  },
)
const { passed, failed, skipped } = countsOf(report)
rmSync(folder, { recursive: true })

// In CI everything that a test needs is installed, so a skipped test is a broken promise.
const broken = process.env['CI'] === 'true' ? failed + skipped : failed
console.log(`${passed} passed, ${broken} failed`)
process.exitCode = run.status === 0 && broken === 0 ? 0 : 1

function countsOf(file: string): { passed: number; failed: number; skipped: number } {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const count = (key: string): number => {
    const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined
    return typeof value === 'number' ? value : 0
  }
  const suitesFailed = count('numFailedTestSuites')
  const failed = count('numFailedTests')
  // A file that does not even load has no failed test in it.
  return {
    passed: count('numPassedTests'),
    failed: failed === 0 ? suitesFailed : failed,
    skipped: count('numPendingTests') + count('numTodoTests'),
  }
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
