/** The code by which the console makes G.711 playable, as a script for pages that open without it. */
import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'

/** Each after those that it imports. */
const SOURCES = ['joined', 'sound-format', 'g711', 'flac', 'tracks']
const IMPORT = /^import\b[^']*'[^']*'\n/gm
const EXPORT = /^export /gm

const { resolve } = createRequire(import.meta.url)

/** Sets `FootageTracks` in the page. */
export async function soundScript(): Promise<string> {
  const sources = await Promise.all(
    SOURCES.map((name) => readFile(resolve(`@vedette/contract/footage/${name}`), 'utf8')),
  )
  const code = sources.map((source) =>
    stripTypeScriptTypes(source.replaceAll(IMPORT, '').replaceAll(EXPORT, '')),
  )
  return `window.FootageTracks = (() => {\n${code.join('\n')}\nreturn FootageTracks\n})()\n`
}
