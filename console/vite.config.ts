import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { FURTHER_LANGUAGES } from './src/i18n/languages.ts'

// A folder of src/brand with all that a brand has; index.html and src/wire/settings.ts read its name.
process.env.VITE_BRAND ??= 'Vedette'
const brandFolder = `${import.meta.dirname}/src/brand/${process.env.VITE_BRAND}`
for (const file of ['brand.json', 'favicon.svg', 'icon-512.png', 'colours.css', 'agreements.ts'])
  if (!existsSync(`${brandFolder}/${file}`)) throw new Error(`the brand lacks ${brandFolder}/${file}`)
const { name, agreementVersion } = JSON.parse(readFileSync(`${brandFolder}/brand.json`, 'utf8'))
process.env.VITE_BRAND_NAME = name
process.env.VITE_AGREEMENT_VERSION = agreementVersion

const GATE = `http://127.0.0.1:${process.env.VEDETTE_PORT ?? 8080}`

/**
 * zod compiles validators with `new Function` unless told not to, and even the probe for it breaks the content security policy.
 * `z.config` would come too late, for no import of ours is sure to be first in every arrangement of chunks: so zod's own says it first.
 */
function withoutEval({ moduleIds }: { moduleIds: readonly string[] }): string {
  const hasZod = moduleIds.some((id) => id.endsWith('/zod/v4/core/core.js'))
  return hasZod ? 'globalThis.__zod_globalConfig ??= { jitless: true };' : ''
}

const LARGE_BYTES = 500_000

/** What is imported of the first brand comes from the folder of the brand that is built; without a logo its favicon is one. */
function ofBrand(): Plugin {
  return {
    name: 'vedette:brand',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/brand\/Vedette\// },
      handler: (source) => {
        const file = source.slice(source.indexOf('/Vedette/') + '/Vedette/'.length)
        const hasLogo = file === 'favicon.svg' && existsSync(`${brandFolder}/logo.svg`)
        return `${brandFolder}/${hasLogo ? 'logo.svg' : file}`
      },
    },
  }
}

/**
 * Lays a `.br` beside every text file of the build, so the server never compresses. The page itself carries a nonce: it only loses its
 * indentation.
 */
function precompressed(): Plugin {
  return {
    name: 'vedette:precompressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName === 'index.html')
            file.source = String(file.source).replaceAll(/\n\s*/g, '')
          if (!/\.(?:m?js|css|svg|json)$/.test(file.fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const compressed = brotliCompressSync(source, {
            params: {
              // MapLibre and the land at the best would take as long as all the rest of the build.
              [constants.BROTLI_PARAM_QUALITY]:
                source.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
            },
          })
          if (compressed.length < source.length)
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: compressed })
        }
      },
    },
  }
}

/**
 * zod's classic schemas drag its JSON Schema writer along, which the console never calls: 4 KB of the login page's budget.
 * Each of its exports becomes a function that says so (docs/decisions/0211-one-plugin-cuts-zod.md). Its English texts are shown to nobody.
 */
function withoutUnusedZod(): Plugin {
  return {
    name: 'vedette:without-unused-zod',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/(?:core\/(?:to-json-schema|json-schema-processors)|locales\/en)\.js$/ },
      handler(code, id) {
        if (id.endsWith('/en.js')) return `export default () => ({ localeError: ({ code }) => code })`
        const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
        const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name)
        const stubs = [...declared, ...renamed].map((name) => `absent as ${name}`)
        return `function absent() { throw new TypeError('no JSON Schema here') }\nexport { ${stubs.join(', ')} }`
      },
    },
  }
}

/** What a phone or a desktop installs the console by: its manifest, and the brand's icons under names that stay. */
function installable(): Plugin {
  const picture = { file: 'icon-512.png', sizes: '512x512', type: 'image/png' }
  const icons = [
    { file: 'favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { ...picture, purpose: 'any' },
    { ...picture, purpose: 'maskable' },
  ]
  return {
    name: 'vedette:installable',
    apply: 'build',
    generateBundle() {
      for (const file of new Set(icons.map((icon) => icon.file)))
        this.emitFile({
          type: 'asset',
          fileName: `icon${extname(file)}`,
          source: readFileSync(`${brandFolder}/${file}`),
        })
      const manifest = {
        id: '/',
        name,
        short_name: name,
        start_url: '/',
        display: 'standalone',
        background_color: '#0a0e13',
        theme_color: '#0f141b',
        icons: icons.map(({ file, ...icon }) => ({ src: `/icon${extname(file)}`, ...icon })),
      }
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) })
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icon.png' }, injectTo: 'head' },
    ],
  }
}

/** Keeps only the console's own of the 34 languages that react-aria's controls speak. */
function inOwnLanguages(): Plugin {
  const further = Object.keys(FURTHER_LANGUAGES).map((code) => `|${code.split('-')[0]}-[A-Z]{2}`)
  const own = new RegExp(`/(?:en-US|zh-CN${further.join('')})\\.m?js$`)
  return {
    name: 'vedette:in-own-languages',
    apply: 'build',
    transform: {
      filter: {
        id: /\/react-(?:aria|stately|aria-components)\/dist\/private\/intl\/(?:[\w-]+\/)?[a-z]{2}-[A-Z]{2}\.m?js$/,
      },
      handler: (_code, id) => (own.test(id) ? null : 'export default {}'),
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), ofBrand(), withoutUnusedZod(), inOwnLanguages(), installable(), precompressed()],
  server: {
    host: '127.0.0.1',
    proxy: { '/vms': { target: GATE, ws: true } },
  },
  // A shim for React 17 and older.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }] },
  // The gate puts a nonce of its own here for each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  worker: {
    format: 'es',
    plugins: () => [withoutUnusedZod()],
    rolldownOptions: { output: { intro: withoutEval } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // A data: URI would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // MapLibre alone is a megabyte; it is fetched with the first map.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        intro: withoutEval,
        // All that the first page needs in one file: three compress 1.5 KB worse, and each has headers of its own.
        codeSplitting: {
          groups: [
            { name: 'index', test: /\/src\/app\/main\.tsx$/ },
            // Each file of its own would stand in the first page's list of what to fetch.
            { name: 'inside', test: /\/src\/app\/Inside\.tsx$/ },
            // The wall is what most people see first: with what it shares with other pages it would be 20 files.
            { name: 'live', test: /\/src\/screens\/live\/index\.ts$/ },
            {
              name: 'login-steps',
              test: /\/src\/screens\/login\/(?:CodeField|OuterLogin|Steps|outer-return|InvitationForm)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
