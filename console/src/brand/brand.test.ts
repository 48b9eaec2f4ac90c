import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { build } from 'vite'
import { z } from 'zod'

const BRAND = 'Kestrel'

const Built = z.object({
  output: z.array(
    z.object({ fileName: z.string(), source: z.unknown().optional(), code: z.string().optional() }),
  ),
})
let files: Map<string, string>

beforeAll(async () => {
  vi.stubEnv('VITE_BRAND', BRAND)
  const built = await build({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  const { output } = Built.parse(built)
  files = new Map(output.map(({ fileName, source, code }) => [fileName, code ?? String(source)]))
}, 60_000)

afterAll(() => {
  vi.unstubAllEnvs()
})

it('a build of another brand has its title, its favicon and its name, and none of the first brand’s', () => {
  const page = files.get('index.html') ?? ''
  expect(page).toContain(`<title>${BRAND}</title>`)
  const icon = /<link rel="icon"[^>]* href="\/(assets\/Kestrel-[^"]+\.svg)"/.exec(page)?.[1] ?? ''
  expect(files.get(icon)).toBe(readFileSync(join(import.meta.dirname, `${BRAND}.svg`), 'utf8'))
  const text = [...files].filter(([name]) => /\.(?:js|html)$/.test(name)).map(([, content]) => content)
  expect(text.join('\n')).not.toContain('Vedette')
})
