/** Where Chromium is, and how one is got where there is none. Its headless shell comes first: it is the same engine at half the CPU. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

export function browserHere(): string | undefined {
  return findBrowser() ?? getBrowser()
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
              [
                'chromium-headless-shell',
                'chromium',
                'chromium-browser',
                'google-chrome',
                'google-chrome-stable',
              ].map((it) => join(folder, it)),
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
