/** A page in the hands of somebody without a mouse: Tab, arrows and typing, nothing else. The focus is always seen. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type Role = Parameters<Page['getByRole']>[0]

/** More stops than that nobody goes through; the header alone has fifteen. */
const MOST_STOPS = 90
const PATIENCE = { timeout: 15_000 }

export interface Hands {
  /** Presses a key until that has the focus, or is the choice of what has it, which is then seen on the page. */
  go: (key: string, role: Role, name: string | RegExp) => Promise<Locator>
  tab: (role: Role, name: string | RegExp) => Promise<Locator>
  /** One step: the key does something. */
  press: (key: string) => Promise<void>
  /** One step: fills in the field that has the focus, over what stood there. */
  type: (text: string) => Promise<void>
  /** Waits until that has the focus without a key. */
  holds: (role: Role, name: string | RegExp) => Promise<void>
  /** How many steps were made since the last time. */
  steps: () => number
}

export function handsOn(page: Page): Hands {
  let steps = 0
  const named = (role: Role, name: string | RegExp): Locator =>
    page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })

  /** Whether it has the focus, or is what a list, tree or text field that has it says is chosen. */
  const isAt = async (target: Locator): Promise<boolean> => {
    const id = await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant'))
    const chosen = id ? page.locator(`:focus, [id="${id}"]`) : page.locator(':focus')
    return (await target.and(chosen).count()) > 0
  }

  const go: Hands['go'] = async (key, role, name) => {
    const target = named(role, name)
    await target.first().waitFor()
    const way: string[] = []
    while (!(await isAt(target))) {
      if (way.length === MOST_STOPS)
        throw new Error(`${MOST_STOPS} × ${key} never came to ${role} ${String(name)}:\n${way.join('\n')}`)
      const before = await stop(page)
      await page.keyboard.press(key)
      // Tab has moved the focus when the key is up; lists may draw their choice with the next frame.
      if (key !== 'Tab' && key !== 'Shift+Tab')
        await expect.poll(() => stop(page), { ...PATIENCE, message: `${key} moves nothing` }).not.toBe(before)
      way.push(await stop(page))
    }
    await expect
      .poll(() => page.evaluate(isSeen), { ...PATIENCE, message: `focus of ${String(name)}` })
      .toBe('')
    return target
  }

  return {
    go,
    tab: (role, name) => go('Tab', role, name),
    press: async (key) => {
      steps++
      await page.keyboard.press(key)
    },
    type: async (text) => {
      steps++
      if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement))
        await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    holds: async (role, name) => {
      const target = named(role, name)
      await expect.poll(() => isAt(target), { ...PATIENCE, message: `focus on ${String(name)}` }).toBe(true)
      await expect.poll(() => page.evaluate(isSeen), PATIENCE).toBe('')
    },
    steps: () => {
      const made = steps
      steps = 0
      return made
    },
  }
}

/** Where the focus is, for the eyes of a developer and to tell two places apart. */
function stop(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    const id = focused?.getAttribute('aria-activedescendant')
    const it = (id && document.getElementById(id)) || focused
    if (!it || it === document.body) return 'nothing'
    const { x, y } = it.getBoundingClientRect()
    const value = it instanceof HTMLInputElement || it instanceof HTMLSelectElement ? it.value : ''
    const name = it.getAttribute('aria-label') || it.getAttribute('title') || it.textContent?.slice(0, 60)
    return `${it.tagName} ${it.getAttribute('role') ?? ''} ${name} ${value} at ${Math.round(x)},${Math.round(y)}`
  })
}

/** Why somebody would not see where the focus is; empty when it is seen. */
function isSeen(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing has the focus'
  const id = focused.getAttribute('aria-activedescendant')
  const it = (id && document.getElementById(id)) || focused
  const { left, right, top, bottom } = it.getBoundingClientRect()
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
