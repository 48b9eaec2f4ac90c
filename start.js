// The only plain JavaScript: it must run on whatever Node the system has, find Node 24, and start the platform under it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const WANTED_MAJOR = 24
const PARENT_CHECK_MS = 500
const parent = process.ppid
const root = fileURLToPath(new URL('.', import.meta.url))

const node = findNode()
if (!node) {
  console.error(
    `Vedette needs Node ${WANTED_MAJOR}: run "npm ci" here, or install Node ${WANTED_MAJOR} or newer. This is ${process.version}.`,
  )
  process.exit(1)
}
// Types are stripped and modules compiled once, not at each start; where nothing can be written it is as before.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/vedette'), ...process.env }
compileIfOlder()
buildConsoleIfOlder()

// `node start.js build` is for anyone about to start several at once.
if (process.argv[2] !== 'build') {
  const starter = spawn(node, [join(root, 'server/src/starter/main.ts')], {
    cwd: root,
    // By the channel it notices when this process is gone, in whatever way.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => starter.kill(signal))
  if (process.env.npm_lifecycle_event === 'start') endWithParent(starter)
  starter.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

// npm hands a SIGTERM to the shell that it started us by, and that ends without a word to us: the platform would go on by itself.
function endWithParent(starter) {
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    starter.kill('SIGTERM')
  }, PARENT_CHECK_MS)
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`)
    const bundled = join(manifest, '..', 'bin', file)
    return existsSync(bundled) ? bundled : undefined
  } catch {
    // No bundled Node for this platform: the message above says what to do.
    return undefined
  }
}

/** While the console is built, on the other core; a failure is of no consequence. */
function compileIfOlder() {
  // What was installed for use alone has no Vite, and runs its sources.
  if (!existsSync(join(root, 'node_modules/vite'))) return
  const made = join(root, 'server/dist/program.txt')
  const sources = [
    'contract/src',
    'devices/src',
    'media/src',
    'vision/src',
    'server/src',
    'server/vite.config.ts',
    'package-lock.json',
  ]
  const newest = Math.max(...sources.map((path) => newestIn(join(root, path))))
  if (existsSync(made) && statSync(made).mtimeMs >= newest) return
  spawn(node, [join(root, 'server/src/starter/compile.ts')], { cwd: root, stdio: 'ignore', env }).on(
    'error',
    () => {},
  )
}

function buildConsoleIfOlder() {
  // Another variant or brand may have a folder of its own.
  const folder = resolve(root, process.env.VEDETTE_CONSOLE || 'console/dist')
  const built = join(folder, 'index.html')
  const stamp = join(folder, 'build-settings.json')
  const settings = JSON.stringify(
    Object.entries(process.env)
      .filter(([name]) => name.startsWith('VITE_'))
      .sort(([one], [other]) => one.localeCompare(other)),
  )
  const sources = [
    'console/src',
    'console/index.html',
    'console/vite.config.ts',
    'contract/src',
    'package-lock.json',
  ]
  const newest = Math.max(...sources.map((path) => newestIn(join(root, path))))
  const isSame = existsSync(stamp) ? readFileSync(stamp, 'utf8') === settings : settings === '[]'
  if (existsSync(built) && statSync(built).mtimeMs >= newest && isSame) return
  console.log('Building the console …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const to = ['--outDir', folder, '--emptyOutDir']
  const build = spawnSync(node, [vite, 'build', 'console', '--logLevel', 'warn', ...to], {
    cwd: root,
    stdio: 'inherit',
    // Whatever started us: another value would make a build for developers, without the page's protections.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (build.status !== 0) {
    console.error('The console could not be built; see above.')
    process.exit(1)
  }
  writeFileSync(stamp, settings)
}

function newestIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
