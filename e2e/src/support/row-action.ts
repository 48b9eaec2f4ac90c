/** What stands in the menu at the end of a row of devices. */
import type { Page } from 'playwright-core'

/** `words` are those of the menu and of what is chosen in it, in the page's language. */
export async function rowAction(page: Page, words: string | RegExp, action: string): Promise<void> {
  await openRowMenu(page, words)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export async function openRowMenu(page: Page, words: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: words }).click()
  await page.getByRole('menu').waitFor()
}

export const MORE_ABOUT = (name: string): string => `More actions for ${name}`
export const MORE_ABOUT_ZH = (name: string): string => `${name} 的更多操作`
