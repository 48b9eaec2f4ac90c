/** What axe-core finds wrong with the page as it stands now; with what lies above it alone where that lets nobody at the rest. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** One line for each violated rule and element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The page's policy lets no foreign script in; the browser's own debugger may evaluate one.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const loaded: unknown = Reflect.get(globalThis, 'axe')
    if (!isAxe(loaded)) throw new Error('axe did not load')
    const { violations } = await loaded.run([...document.querySelectorAll('dialog:modal')].at(-1) ?? document)
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}`))

    function isAxe(it: unknown): it is { run(within: Node): Promise<{ violations: Violation[] }> } {
      return typeof it === 'object' && it !== null && 'run' in it
    }
    interface Violation {
      id: string
      nodes: { target: string[] }[]
    }
  })
}
