/** A console with a third language: fetched by those alone who read it, and no page of it says anything in another one. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { ADMIN_PASSWORD, type Platform, startPlatform } from './support/platform.ts'
import { startProcess } from './support/process.ts'
import { enterOnPage, typeLogIn } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = [
  'realTimeVideo',
  'replay',
  'exports',
  'deviceMap',
  'floorPlans',
  'deviceManger',
  'deviceTransfer',
  'alarmManger',
  'albumManager',
  'accountManger',
  'roleManger',
  'residentialArea',
  'building',
  'resident',
  'vehicle',
  'audit',
  'home',
]

/** Words that stay as they are: the product, keys, languages in themselves, the company with its account and role, the map's maker and scale. */
const NAMES =
  /Vedette|(?:Ctrl|Alt|Shift)\+\S+|Space|中文|English|Polski|demo_admin|admin|Demo|Administrator|Natural Earth|1 km|\bAD\b/
/** What fields of days and of choices say in Polish by themselves. */
const OF_CONTROLS =
  /dzień|miesiąc|rok|Data (?:początkowa|końcowa)|Pusty|\b(?:dd|mm|rrrr)\b|Kalendarz|Wyświetlaj sugestie/
const NOT_OURS = new RegExp(`${NAMES.source}|${OF_CONTROLS.source}`, 'gu')

let folder: string
let built: VariantConsole | undefined
let platform: Platform
let browser: Browser

/** Each text of it stands in brackets, so that one of another origin is seen. */
async function writePolish(file: string): Promise<void> {
  const made = startProcess(process.execPath, [join(ROOT, 'tools/new-language.ts')])
  if ((await made.ended) !== 0) throw new Error(made.output())
  const english = /export default ([\s\S]*) satisfies/.exec(made.output())?.[1] ?? ''
  const polish = JSON.stringify(JSON.parse(english), (_key, text: unknown) =>
    typeof text === 'string' ? `⟦${withPolishForms(text)}⟧` : text,
  )
  writeFileSync(file, `export default ${polish}`)
}

/** Polish has four forms of a word beside a number. */
function withPolishForms(text: string): string {
  return text.replaceAll(/(\{\w+\|[^|{}]*)\|([^|{}]*)\}/g, '$1|$2|$2|$2}')
}

/** The console's sources with Polish added to them as CONTRIBUTING.md says. */
async function withPolish(): Promise<string> {
  const source = join(folder, 'console')
  cpSync(join(ROOT, 'console'), source, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(ROOT, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  mkdirSync(join(source, 'src/i18n/languages'), { recursive: true })
  await writePolish(join(source, 'src/i18n/languages/pl.ts'))
  const registry = join(source, 'src/i18n/languages.ts')
  const [without, line] = [': Further = {', "\n  pl: () => import('./languages/pl.ts'),\n"]
  writeFileSync(registry, readFileSync(registry, 'utf8').replace(without, `${without}${line}`))
  return source
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vedette-language-'))
  built = await buildVariant({ VITE_COMMUNITY: '1', VITE_TELECOM: '1' }, await withPolish())
  platform = await startPlatform({
    VEDETTE_DEMO: '0',
    VEDETTE_VARIANTS: 'community,telecom',
    VEDETTE_CONSOLE: built.folder,
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  built?.remove()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** What a person can read, or have read to him, that does not come from the language. */
function foreignTexts(page: Page): Promise<string[]> {
  return page.evaluate((names) => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node instanceof Element ? node : node.parentElement
      // A calendar's months and days are Polish by themselves.
      if (around?.closest('.calendar, script, style')) continue
      if (node instanceof Element)
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
          texts.push(node.getAttribute(name) ?? '')
      else texts.push(node.textContent ?? '')
    }
    // What stands in brackets may hold another text that does.
    const rest = (text: string): string => {
      const outside = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
      return outside === text ? text : rest(outside)
    }
    return [...new Set(texts.map(rest))].filter((text) => /\p{L}{2}/u.test(text.replaceAll(names, '')))
  }, NOT_OURS)
}

it('is fetched by a browser that asks for it or a person who chooses it, and by nobody else', async () => {
  const english = await visit(browser)
  const fetched: string[] = []
  english.page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const polish = (): string[] => fetched.filter((path) => path.startsWith('/assets/pl-'))
  await english.page.goto(platform.address)
  await english.page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(polish()).toEqual([])
  await english.page.getByText('Polski').click()
  await english.page.getByRole('button', { name: '⟦Log in⟧' }).waitFor()
  expect(polish()).toHaveLength(1)
  expect(await english.page.locator('html').getAttribute('lang')).toBe('pl')
  await english.page.reload()
  await english.page.getByRole('button', { name: '⟦Log in⟧' }).waitFor()
  await english.end()

  const { page, end } = await visit(browser, { locale: 'pl-PL' })
  await page.goto(platform.address)
  await typeLogIn(page, 'admin', `${ADMIN_PASSWORD}?`)
  await page.getByText('⟦Wrong account or password⟧').waitFor()
  expect(await foreignTexts(page)).toEqual([])
  await end(/./)
})

it('is all that the pages say', async () => {
  const { page, end } = await visit(browser, { locale: 'pl-PL' })
  await enterOnPage(page, platform.address)
  const left: [string, string[]][] = []
  for (const path of PAGES) {
    await page.goto(`${platform.address}#/${path}`)
    // Anew, for a change behind the # is no load that could be waited for.
    await page.reload()
    await page.waitForLoadState('networkidle')
    await page.locator('main').getByText('⟦').first().waitFor()
    const foreign = await foreignTexts(page)
    if (foreign.length > 0) left.push([path, foreign])
  }
  expect(left).toEqual([])
  await page.goto(`${platform.address}#/audit`)
  // The newest action on record.
  await expect.poll(() => page.locator('td[data-column="Path"]').first().textContent()).toMatch(/^⟦.+⟧$/)
  await end()
})
