/**
 * `npm run dev`: gate, shards and simulator, started again when their sources change, and the console with hot reload in front of them.
 * `npm run dev -- --inspect` opens an inspector in each: the starter's at 9229, the gate's after it, then the shards'.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'

import { createServer } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const STARTER = join(ROOT, 'server/src/starter/main.ts')
const SOURCES = ['contract', 'media', 'vision', 'devices', 'simulator', 'server']
/** An editor writes several files at once. */
const SETTLE_MS = 200

const page = await createServer({ configFile: join(ROOT, 'console/vite.config.ts') })
await page.listen()

let platform: ChildProcess | undefined
let isStopping = false
let isDue = false
let settling: NodeJS.Timeout | undefined

start()
for (const name of SOURCES)
  watch(join(ROOT, name, 'src'), { recursive: true }, (_event, file) => {
    if (file === null || /\.test\.tsx?$|~$/.test(file)) return
    clearTimeout(settling)
    settling = setTimeout(() => restart(`${name}/src/${file}`), SETTLE_MS)
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

function start(): void {
  isDue = false
  const flags = process.argv.slice(2).filter((it) => it.startsWith('--'))
  const child = spawn(process.execPath, [...flags, STARTER], { cwd: ROOT, stdio: 'inherit' })
  platform = child
  child.on('exit', (code) => {
    platform = undefined
    if (isStopping) return
    if (isDue) return start()
    console.log(`The platform ended with ${code}; it starts again with the next change.`)
  })
  tellConsole()
}

function restart(file: string): void {
  console.log(`${file} changed: the platform starts again.`)
  if (!platform) return start()
  isDue = true
  platform.kill('SIGTERM')
}

function tellConsole(): void {
  const [address] = page.resolvedUrls?.local ?? []
  console.log(`The console with hot reload is at ${address}`)
}

function stop(): void {
  isStopping = true
  const ended = platform && new Promise((done) => platform?.once('exit', done))
  platform?.kill('SIGTERM')
  void Promise.all([ended, page.close()]).then(() => process.exit())
}
