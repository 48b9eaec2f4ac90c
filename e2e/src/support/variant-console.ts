/** A console that is built for itself: of a variant, of another brand, with another language. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { startProcess } from './process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export interface VariantConsole {
  /** For `VEDETTE_CONSOLE`. */
  folder: string
  remove: () => void
}

export async function buildVariant(
  settings: Readonly<Record<`VITE_${string}`, string>>,
  source = join(ROOT, 'console'),
): Promise<VariantConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-console-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const asked = [vite, 'build', source, '--config', join(source, 'vite.config.ts'), '--outDir', folder]
  const build = startProcess(process.execPath, asked, { ...settings, NODE_ENV: 'production' })
  if ((await build.ended) !== 0) throw new Error(build.output())
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
