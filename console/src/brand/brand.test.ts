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
})

afterAll(() => {
  vi.unstubAllEnvs()
})

it('a build of another brand has its name, favicon, logo, colours and agreements, and none of the first brand’s', () => {
  const folder = join(import.meta.dirname, BRAND)
  const page = files.get('index.html') ?? ''
  expect(page).toContain('<title>Kestrel Security</title>')
  // The platform reads its name there.
  expect(JSON.parse(files.get('manifest.webmanifest') ?? '')).toMatchObject({ name: 'Kestrel Security' })
  const icon = /<link rel="icon"[^>]* href="\/(assets\/favicon-[^"]+\.svg)"/.exec(page)?.[1] ?? ''
  expect(files.get(icon)).toBe(readFileSync(join(folder, 'favicon.svg'), 'utf8'))
  expect([...files.values()]).toContain(readFileSync(join(folder, 'logo.svg'), 'utf8'))
  const ofKind = (kind: RegExp) =>
    [...files].flatMap(([name, content]) => (kind.test(name) ? [content] : [])).join('\n')
  expect(ofKind(/\.css$/)).toContain('#e08a1e')
  const text = ofKind(/\.(?:js|html)$/)
  expect(text).toContain('Kestrel Security runs this platform for your enterprise')
  expect(text).toContain('2026-11-kestrel')
  expect(text).not.toContain('Vedette')
  expect(text).not.toContain('Your enterprise runs this platform on its own machines')
})
