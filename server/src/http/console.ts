/** The built console: one page with a nonce of its own for each answer, and files that never change. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** Where the build leaves room for the nonce (`html.cspNonce` of its configuration). */
const NONCE_PLACE = /__CSP_NONCE__/g
const YEAR_SECONDS = 31_536_000

/** The file itself, or compressed. */
const SERVICE_WORKER = /[\\/]service-worker-[\w-]+\.js(?:\.br)?$/
const PAGE_FILE = 'index.html'
const BUILT_HERE = resolve(import.meta.dirname, '../../../console/dist')
/** What phones install it by; it has the name of the brand that it was built for. */
const MANIFEST_FILE = 'manifest.webmanifest'
const Manifest = z.object({ name: z.string().min(1) })
/** For the page's file under another spelling of its name: it does nothing there. */
const SPELLED_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
/** A worker is bound by its own script's policy, not by the page's: the media worker opens the live socket. */
const filePolicy = (connect: string): string =>
  `default-src 'none'; script-src 'self'; connect-src ${connect}; frame-ancestors 'none'`

/** The console to serve, and the name that it shows, which people know the product by. */
export async function consoleAt(folder = BUILT_HERE): Promise<{ consoleFolder: string; brand: string }> {
  const manifest = await readText(join(folder, MANIFEST_FILE))
  const brand = manifest === undefined ? 'Vedette' : Manifest.parse(JSON.parse(manifest)).name
  return { consoleFolder: folder, brand }
}

/** `origins`: what else than this server the page may fetch from, for maps. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  origins: readonly string[],
): Promise<void> {
  const connect = ["'self'", ...origins].join(' ')
  const page = async (_request: FastifyRequest, reply: FastifyReply) => {
    const text = await readText(join(folder, PAGE_FILE))
    if (text === undefined)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The console is not built: npm run build\n')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policy(nonce, connect))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(text.replace(NONCE_PLACE, nonce))
  }
  for (const path of ['/', `/${PAGE_FILE}`]) app.get(path, page)
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Only the names in assets/ hold a hash of their contents.
      const isImmutable = path.startsWith(join(folder, 'assets'))
      // It is for the whole console, and its file has a hash in its name like any other.
      if (SERVICE_WORKER.test(path)) void reply.header('service-worker-allowed', '/')
      void reply.header(
        'content-security-policy',
        path.includes(PAGE_FILE) ? SPELLED_POLICY : filePolicy(connect),
      )
      void reply.header(
        'cache-control',
        isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function policy(nonce: string, connect: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes positions of windows and tree rows into style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src ${connect} data: blob:`,
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}
