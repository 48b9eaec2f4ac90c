/** What axe-core finds wrong with the page as it stands now. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** One line for each violated rule and element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The page's policy lets no foreign script in; the browser's own debugger may evaluate one.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const loaded: unknown = Reflect.get(globalThis, 'axe')
    if (!isAxe(loaded)) throw new Error('axe did not load')
    const { violations } = await loaded.run()
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}`))

    function isAxe(it: unknown): it is { run(): Promise<{ violations: Violation[] }> } {
      return typeof it === 'object' && it !== null && 'run' in it
    }
    interface Violation {
      id: string
      nodes: { target: string[] }[]
    }
  })
}
