import type { Page } from 'playwright-core'

/** What a pager consists of, in order (section 2). */
export const PAGER_PARTS = ['pager-step', 'pager-pages', 'pager-step', 'input', 'pager-total', 'pager-jumper']

export async function pagerOf(page: Page): Promise<{ parts: string[]; sizes: number[] }> {
  const pager = page.locator('.pager')
  await pager.waitFor()
  return {
    parts: await pager.locator('> *').evaluateAll((all) => all.map((it) => it.className)),
    sizes: await pager
      .locator('option')
      .evaluateAll((all) => all.map((it) => Number(it.getAttribute('value')))),
  }
}
