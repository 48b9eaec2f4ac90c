/** A page in the hands of somebody without a mouse: Tab, arrows and typing, nothing else. The focus is always seen. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { visit } from './browser.ts'
import { DESK, type Look as Worn, wear } from './looks.ts'

type Role = Parameters<Page['getByRole']>[0]

/** More stops than that nobody goes through; the header alone has fifteen. */
const MOST_STOPS = 90
const PATIENCE = { timeout: 15_000 }

interface Hands {
  /** Presses a key until that has the focus, or is the choice of what has it, which is then seen on the page. */
  go: (key: string, role: Role | Locator, name?: string | RegExp) => Promise<Locator>
  tab: (role: Role, name: string | RegExp) => Promise<Locator>
  /** One step: the key does something. */
  press: (key: string) => Promise<void>
  /** One step: fills in the field that has the focus, over what stood there. */
  type: (text: string) => Promise<void>
  /** One step: fills in a field that offers choices with one of them. */
  choose: (text: string, name: string | RegExp) => Promise<void>
  /** Waits until that has the focus without a key. */
  holds: (role: Role, name: string | RegExp) => Promise<void>
  /** How many steps were made since the last time. */
  steps: () => number
}

export function handsOn(page: Page): Hands {
  let steps = 0
  const named = (role: Role, name: string | RegExp): Locator =>
    page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })

  const go: Hands['go'] = async (key, role, name = '') => {
    const target = typeof role === 'string' ? named(role, name) : role
    const what = `${typeof role === 'string' ? role : 'the place'} ${String(name)}`
    // A tree has only the rows in sight in the document; and what is no role may become what it is by the keys.
    if (typeof role === 'string' && role !== 'treeitem') await target.first().waitFor()
    const way: string[] = []
    let here = await lookFor(target)
    while (!here.isThere) {
      if (way.length === MOST_STOPS)
        throw new Error(`${MOST_STOPS} × ${key} never came to ${what}:\n${way.join('\n')}`)
      const before = here.stop
      await page.keyboard.press(key)
      here = await lookFor(target)
      // Tab has moved the focus when the key is up; lists may draw their choice with the next frame.
      if (key !== 'Tab' && key !== 'Shift+Tab' && here.stop === before) {
        const moved = async (): Promise<string> => (here = await lookFor(target)).stop
        await expect
          .poll(moved, { ...PATIENCE, message: `${key} moves nothing after\n${way.join('\n')}` })
          .not.toBe(before)
      }
      way.push(here.stop)
    }
    if (here.unseen !== '') await isSeenAt(target, what)
    return target
  }

  const type: Hands['type'] = async (text) => {
    steps++
    if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement))
      await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }

  return {
    go,
    tab: (role, name) => go('Tab', role, name),
    press: async (key) => {
      steps++
      await page.keyboard.press(key)
    },
    type,
    choose: async (text, name) => {
      await type(text)
      await go('ArrowDown', 'option', name)
      await page.keyboard.press('Enter')
    },
    holds: async (role, name) => {
      await isSeenAt(named(role, name), `${role} ${String(name)}`)
    },
    steps: () => {
      const made = steps
      steps = 0
      return made
    },
  }
}

/** Waits until that has the focus, and somebody sees it. */
async function isSeenAt(target: Locator, what: string): Promise<void> {
  const reached = { isThere: true, unseen: '' }
  await expect
    .poll(() => lookFor(target), { ...PATIENCE, message: `focus on ${what}` })
    .toMatchObject(reached)
}

interface Look {
  /** Whether one of them has the focus, or is what a list, tree or text field that has it says is chosen. */
  isThere: boolean
  /** Where the focus is, for the eyes of a developer and to tell two places apart. */
  stop: string
  /** Why somebody would not see where the focus is; empty when it is seen. */
  unseen: string
}

/** Each question to the page takes as long as a key, so this is all of them in one. */
function lookFor(target: Locator): Promise<Look> {
  return target.evaluateAll((found: readonly Element[]): Look => {
    const focused = document.activeElement
    if (!focused || focused === document.body)
      return { isThere: false, stop: 'nothing', unseen: 'nothing has the focus' }
    const id = focused.getAttribute('aria-activedescendant')
    const it = (id && document.getElementById(id)) || focused
    const { left, right, top, bottom } = it.getBoundingClientRect()
    const value = it instanceof HTMLInputElement || it instanceof HTMLSelectElement ? it.value : ''
    const name = it.getAttribute('aria-label') || it.getAttribute('title') || it.textContent?.slice(0, 60)
    const where = `${Math.round(left)},${Math.round(top)}`
    return {
      isThere: found.includes(it) || found.includes(focused),
      stop: `${it.tagName} ${it.getAttribute('role') ?? ''} ${name} ${value} at ${where}`,
      unseen: unseenOf(),
    }

    function unseenOf(): string {
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight)
        return 'it is outside of the window'
      const isDrawn = (element: Element, part?: string): boolean => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      }
      // A field within a frame, a switch beside its own drawing, and a choice within a list are drawn by what is around them.
      const around = [it, focused, it.nextElementSibling, it.parentElement, it.parentElement?.parentElement]
      const isOutlined = around.some((one) => one && (isDrawn(one) || isDrawn(one, '::after')))
      // A choice in a list has another ground than its neighbours.
      const ground = (element: Element | null): string =>
        element ? getComputedStyle(element).backgroundColor : ''
      const other = it.nextElementSibling ?? it.previousElementSibling
      const isFilled = it !== focused && other !== null && ground(it) !== ground(other)
      const isOption = it.matches('[role^=menuitem], [role=option], [role=spinbutton]')
      const isShaded = isOption && ground(it) !== 'rgba(0, 0, 0, 0)'
      return isOutlined || isFilled || isShaded ? '' : 'nothing is drawn around it'
    }
  })
}

export interface ByKeys {
  page: Page
  hands: Hands
  /** Goes on in that language. */
  speak: (language: Worn['language']) => Promise<void>
  /** Goes to a page by its name, as the language has it; its steps are counted from there. */
  call: (name: string) => Promise<void>
  /** Loads the page again, with nothing open on it. */
  anew: () => Promise<void>
  end: () => Promise<void>
}

/** One visit for the stories of a file, which follow each other on one page: to load it and to log in takes longer than most of them. */
export async function visitByKeys(browser: Browser): Promise<ByKeys> {
  const { page, end } = await visit(browser, { viewport: DESK.viewport })
  // Begun with the key that opens one, listening would come too late for it.
  page.on('filechooser', () => undefined)
  // A page that is loaded anew asks about what was typed.
  page.on('dialog', (asked) => void asked.accept())
  const hands = handsOn(page)
  return {
    page,
    hands,
    end,
    anew: async () => {
      await page.reload()
      await page.locator('.user-button').waitFor()
    },
    speak: (language) => wear(page, { ...DESK, language }),
    call: async (name) => {
      await hands.press('Control+k')
      await hands.holds('combobox', /^(Search pages|搜索页面)/)
      await hands.type(name)
      await hands.go('ArrowDown', 'option', name)
      await hands.press('Enter')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      hands.steps()
    },
  }
}

/** Which of two words or other things is that of a language. */
export function wordsOf(language: Worn['language']): <T>(en: T, zh: T) => T {
  return (en, zh) => (language === 'en' ? en : zh)
}

const DESIGN = resolve(import.meta.dirname, '../../../docs/design.md')

/** The most steps by keys that docs/design.md allows the main task of a page. */
export function mostSteps(page: string, task: string): number {
  const row = readFileSync(DESIGN, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${page} | ${task} |`))
  const most = Number.parseInt(row?.split('|')[4] ?? '', 10)
  if (Number.isNaN(most)) throw new Error(`docs/design.md has no steps by keys for ${page}, ${task}`)
  return most
}
