/** Makes the program in a few files of its sources: `server/src/program.ts`. */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'

import { defineConfig, type Plugin } from 'vite'

import { programListIn, programsIn, sourceLine } from './src/program.ts'

const ROOT = join(import.meta.dirname, '..')
const PROGRAMS = programsIn(ROOT)
/** Later ones sort behind earlier ones. */
const BEGAN_MS = Date.now()
const FOLDER = BEGAN_MS.toString(36)
const ENTRIES = {
  gate: 'server/src/entry.ts',
  platform: 'server/src/platform.ts',
  thread: 'server/src/engines/storage/sqlite/thread.ts',
  shard: 'media/src/shard/main.ts',
  starter: 'server/src/starter/start.ts',
  demo: 'server/src/starter/demo.ts',
}
const fromRoot = (path: string): string => relative(ROOT, path).replaceAll('\\', '/')

/** Sources go on to find what stands beside them, and threads and shards are of the same program. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.')) return
    const from = posix.dirname(fromRoot(id))
    const back = posix.relative(`server/dist/${FOLDER}`, from)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${back}')`)
      .replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, file: string) => {
        const [made] = Object.entries(ENTRIES).find(([, source]) => source === posix.join(from, file)) ?? []
        const place = made === undefined ? posix.join(back, file) : `./${made}.mjs`
        return `new URL('${place}', import.meta.url)`
      })
  },
}

/** Text of one byte a letter takes half the memory. */
const ascii: Plugin = {
  name: 'ascii',
  renderChunk: (code) =>
    // Without the flag `u`, what needs two is two.
    code.replaceAll(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

/** A platform that starts meanwhile takes the old program, and one that runs may still want a file of it. */
const list: Plugin = {
  name: 'list',
  writeBundle() {
    const sources = [...this.getModuleIds()]
      .filter((id) => id.startsWith(ROOT) && !id.includes('/node_modules/'))
      .map(fromRoot)
    if (sources.some((path) => statSync(join(ROOT, path)).mtimeMs > BEGAN_MS))
      throw new Error('a source was changed meanwhile')
    const lines = [...sources, 'package-lock.json', 'server/vite.config.ts'].map((path) =>
      sourceLine(ROOT, path),
    )
    const temporary = `${programListIn(ROOT)}.${FOLDER}`
    writeFileSync(temporary, [FOLDER, ...lines].join('\n'))
    renameSync(temporary, programListIn(ROOT))
    const older = readdirSync(PROGRAMS).filter((name) => !name.startsWith('program.') && name < FOLDER)
    for (const name of older.toSorted().slice(0, -1))
      rmSync(join(PROGRAMS, name), { recursive: true, force: true })
  },
}

export default defineConfig({
  plugins: [places, ascii, list],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(PROGRAMS, FOLDER),
    minify: false,
    reportCompressedSize: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
    },
  },
})
